package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts whose parentheses would use up the stack of a node that reads them: Elasticsearch 7.17 ends then, for all tenants. */
class DeepTextsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" }",
                "nested: { indices: [logs], template: \"t-{tenant}\" }",
                "shared: { indices: [logs] }"
            })
    void areDenied(String layout) {
        AcmeTest tenant = new AcmeTest(layout) {};
        String deep = "(".repeat(1001) + "a" + ")".repeat(1001);
        String flat = "(a) ".repeat(1000);
        for (String kind : new String[] {"query_string", "simple_query_string"}) {
            String body = "{\"query\":{\"" + kind + "\":{\"query\":\"";
            AcmeTest.assertDenied(tenant.acme("POST", "/logs/_search")
                    .body(body + deep + "\"}}}")
                    .everySplit());
            assertThat(tenant.acme("POST", "/logs/_search")
                            .body(body + flat + "\"}}}")
                            .send()
                            .relayed())
                    .isTrue();
        }
        AcmeTest.assertDenied(tenant.acme("GET", "/logs/_search?q=" + deep).send());
        tenant.stop();
    }

    /** What a tenant could set so that a server no longer guards its stack. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"settings\":{\"max_regex_length\":LIMIT}}",
                "{\"settings\":{\"index\":{\"max_regex_length\":LIMIT}}}",
                "{\"settings\":{\"index.mapping.depth.limit\":LIMIT}}",
                "{\"settings\":{\"index.mapping.total_fields.limit\":LIMIT}}",
                "{\"settings\":{\"index\":{\"mapping\":{\"depth\":{\"limit\":LIMIT}}}}}"
            })
    void areNotLetInBySettings(String settings) {
        AcmeTest tenant = new AcmeTest("indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" }") {};
        for (String many : new String[] {"10001", "99999999999999999999", "1e9", "[50000]"}) {
            AcmeTest.assertDenied(tenant.acme("PUT", "/logs")
                    .body(settings.replace("LIMIT", many))
                    .send());
        }
        for (String few : new String[] {"200", "1", "null"}) {
            assertThat(tenant.acme("PUT", "/logs")
                            .body(settings.replace("LIMIT", few))
                            .send()
                            .relayed())
                    .isTrue();
        }
        tenant.stop();
    }

    /** What a tenant could set so that a node works or remembers without end. */
    @ParameterizedTest
    @CsvSource({
        "gc_deletes, 365d, 60s",
        "gc_deletes, 61m, 1h",
        "gc_deletes, -1, 0s",
        "max_result_window, 100001, 100000",
        "max_ngram_diff, 1000, 3",
        "highlight.max_analyzed_offset, 10000001, 1000000",
        "mapping.nested_objects.limit, 1000000, 10000"
    })
    void areBounded(String setting, String much, String little) {
        AcmeTest tenant = new AcmeTest("indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" }") {};
        String settings = "{\"settings\":{\"index." + setting + "\":\"%s\"}}";

        AcmeTest.assertDenied(
                tenant.acme("PUT", "/logs").body(settings.formatted(much)).send());

        assertThat(tenant.acme("PUT", "/logs")
                        .body(settings.formatted(little))
                        .send()
                        .relayed())
                .isTrue();
        tenant.stop();
    }

    /** The automaton of an expression such as {@code (a|b)*a(a|b){30}} would fill the heap. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"regexp\":{\"f\":{\"value\":\"a\",\"max_determinized_states\":LIMIT}}}",
                "{\"query_string\":{\"query\":\"f:/a/\",\"max_determinized_states\":LIMIT}}"
            })
    void areNoLargeAutomata(String query) {
        AcmeTest tenant = new AcmeTest("shared: { indices: [logs] }") {};
        String body = "{\"query\":" + query + "}";

        AcmeTest.assertDenied(tenant.acme("POST", "/logs/_search")
                .body(body.replace("LIMIT", "10001"))
                .everySplit());

        assertThat(tenant.acme("POST", "/logs/_search")
                        .body(body.replace("LIMIT", "10000"))
                        .send()
                        .relayed())
                .isTrue();
        tenant.stop();
    }

    /** One request with such a value ended a node of Elasticsearch 7.17 or OpenSearch 2.19. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"highlight\":{\"type\":\"plain\",\"number_of_fragments\":LARGE,\"fields\":{\"f\":{}}}}",
                "{\"highlight\":{\"fields\":{\"f\":{\"number_of_fragments\":LARGE}}}}",
                "{\"suggest\":{\"s\":{\"prefix\":\"a\",\"completion\":{\"field\":\"f\",\"size\":LARGE}}}}",
                "{\"suggest\":{\"s\":{\"text\":\"a\",\"phrase\":{\"field\":\"f\",\"shard_size\":LARGE}}}}",
                "{\"suggest\":{\"s\":{\"text\":\"a\",\"term\":{\"field\":\"f\",\"size\":LARGE}}}}",
                "{\"aggs\":{\"a\":{\"percentiles\":{\"field\":\"f\",\"tdigest\":{\"compression\":LARGE}}}}}",
                "{\"aggs\":{\"a\":{\"terms\":{\"field\":\"f\",\"shard_size\":LARGE}}}}",
                "{\"query\":{\"range\":{\"f\":{\"gte\":\"2020\",\"format\":\"DEEP\"}}}}",
                "{\"docvalue_fields\":[{\"field\":\"f\",\"format\":\"DEEP\"}]}",
                "{\"suggest\":{\"s\":{\"regex\":\"EXPRESSION\",\"completion\":{\"field\":\"f\"}}}}",
                "{\"suggest\":{\"s\":{\"regex\":\"a\",\"completion\":{\"field\":\"f\",\"regex\":{\"max_determinized_states\":LARGE}}}}}",
                "{\"query\":{\"fuzzy\":{\"f\":{\"value\":\"WORD\"}}}}",
                "{\"query\":{\"fuzzy\":{\"f\":\"WORD\"}}}",
                "{\"query\":{\"geo_shape\":{\"f\":{\"shape\":\"SHAPE\"}}}}"
            })
    void areNoLargeAmountsInSearches(String body) {
        AcmeTest tenant = new AcmeTest("indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" }") {};
        String deep = "[".repeat(21) + "yyyy" + "]".repeat(21);

        AcmeTest.assertDenied(tenant.acme("POST", "/logs/_search")
                .body(body.replace("LARGE", "2000000000")
                        .replace("DEEP", deep)
                        .replace("EXPRESSION", ".*a.{25}")
                        .replace("WORD", "a".repeat(32_767))
                        .replace("SHAPE", "GEOMETRYCOLLECTION (".repeat(11) + "POINT (1 1)" + ")".repeat(11)))
                .everySplit());

        assertThat(tenant.acme("POST", "/logs/_search")
                        .body(body.replace("LARGE", "100")
                                .replace("DEEP", "yyyy[-MM[-dd]]")
                                .replace("EXPRESSION", "n[ei]r.*")
                                .replace("WORD", "word")
                                .replace("SHAPE", "POLYGON ((0 0, 0 1, 1 1, 0 0))"))
                        .send()
                        .relayed())
                .isTrue();
        tenant.stop();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"tokenizer\":{\"type\":\"path_hierarchy\",\"buffer_size\":2000000000},\"text\":\"a\"}",
                "{\"tokenizer\":\"keyword\",\"filter\":[{\"type\":\"edge_ngram\",\"min_gram\":1,\"max_gram\":100000}],\"text\":\"a\"}",
                "{\"tokenizer\":{\"type\":\"ngram\",\"min_gram\":50000,\"max_gram\":50001},\"text\":\"a\"}",
                "{\"tokenizer\":\"standard\",\"text\":\"a\",\"filter\":[MANY]}",
                "{\"tokenizer\":\"standard\",\"text\":\"a\",\"filter\":[{\"type\":\"shingle\",\"token_separator\":\"TEXT\"}]}",
                "{\"tokenizer\":\"standard\",\"text\":\"a\",\"filter\":[{\"type\":\"stemmer_override\",\"rules\":[\"a => TEXT\"]}]}",
                "{\"tokenizer\":\"standard\",\"text\":\"a\",\"filter\":[\"stop\",MANY,{\"type\":\"trim\"}]}"
            })
    void areNoLargeAmountsInAnalysis(String body) {
        AcmeTest tenant = new AcmeTest("indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" }") {};
        String many = "\"lowercase\",".repeat(100) + "\"lowercase\"";

        AcmeTest.assertDenied(tenant.acme("POST", "/logs/_analyze")
                .body(body.replace("MANY", many).replace("TEXT", "z".repeat(1001)))
                .everySplit());
        AcmeTest.assertDenied(tenant.acme("PUT", "/logs")
                .body("{\"settings\":{\"analysis\":{\"analyzer\":{\"a\":{\"tokenizer\":\"standard\",\"filter\":[" + many
                        + "]}}}}}")
                .send());

        assertThat(tenant.acme("POST", "/logs/_analyze")
                        .body(
                                "{\"tokenizer\":{\"type\":\"ngram\",\"min_gram\":2,\"max_gram\":\"3\"},\"text\":\"a\",\"filter\":["
                                        + "\"lowercase\",".repeat(99) + "{\"type\":\"stop\"}]}")
                        .send()
                        .relayed())
                .isTrue();
        tenant.stop();
    }

    /** Of the names of fields, in the documents that come. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"match_pattern\":\"regex\",\"match\":\"(a|b)*c\"",
                "\"match\":\"*a*a*a*b\"",
                "\"path_unmatch\":\"*a*a*a*b\""
            })
    void areNoExpressionsOfDynamicTemplates(String members) {
        AcmeTest tenant = new AcmeTest("indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" }") {};
        String body = "{\"mappings\":{\"dynamic_templates\":[{\"x\":{%s,\"mapping\":{\"type\":\"keyword\"}}}]}}";

        AcmeTest.assertDenied(
                tenant.acme("PUT", "/logs").body(body.formatted(members)).everySplit());

        assertThat(tenant.acme("PUT", "/logs")
                        .body(body.formatted(
                                "\"match_pattern\":\"simple\",\"match\":\"a_*\",\"match_mapping_type\":\"string\""))
                        .send()
                        .relayed())
                .isTrue();
        tenant.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/logs/_update_by_query", "/logs/_delete_by_query", "/_reindex"})
    void areNoLargeAmountsInUrls(String path) {
        AcmeTest tenant = new AcmeTest("indexPerTenant: { indices: [logs, to], template: \"{tenant}.{index}\" }") {};
        String body = path.equals("/_reindex")
                ? "{\"source\":{\"index\":\"logs\"},\"dest\":{\"index\":\"to\"}}"
                : "{\"query\":{\"match_all\":{}}}";
        for (String many : new String[] {"2000000000", "1025", "-1", "x"}) {
            AcmeTest.assertDenied(
                    tenant.acme("POST", path + "?slices=" + many).body(body).send());
        }
        for (String few : new String[] {"auto", "1", "1024"}) {
            assertThat(tenant.acme("POST", path + "?slices=" + few)
                            .body(body)
                            .send()
                            .relayed())
                    .isTrue();
        }
        tenant.stop();
    }

    /** Java's engine uses up the stack, or never comes back. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"pattern\":\"(a|b)*c\"",
                "\"pattern\":\"a+b\"",
                "\"pattern\":[\"(a)+\"]",
                "\"flags\":\"COMMENTS\""
            })
    void areNoExpressionsOfAnalyzers(String member) {
        AcmeTest tenant = new AcmeTest("indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" }") {};
        String analyzer = "{\"settings\":{\"analysis\":{\"analyzer\":{\"a\":{\"type\":\"pattern\",%s}}}}}";
        String analyze =
                "{\"text\":\"a\",\"tokenizer\":\"keyword\",\"char_filter\":[{\"type\":\"pattern_replace\",%s}]}";

        AcmeTest.assertDenied(
                tenant.acme("PUT", "/logs").body(analyzer.formatted(member)).everySplit());
        AcmeTest.assertDenied(tenant.acme("POST", "/logs/_analyze")
                .body(analyze.formatted(member))
                .everySplit());

        assertThat(tenant.acme("PUT", "/logs")
                        .body(analyzer.formatted("\"pattern\":\"[\\\\W_]+\",\"flags\":\"DOTALL|UNICODE_CASE\""))
                        .send()
                        .relayed())
                .isTrue();
        tenant.stop();
    }

    /** Elasticsearch tries all places for each wildcard, on the threads that serve everybody. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "indexPerTenant: { indices: [\"*\"], template: \"{tenant}.{index}\" }",
                "nested: { indices: [\"*\"], template: \"t-{tenant}\" }",
                "shared: { indices: [logs, \"s-*\"] }"
            })
    void haveFewWildcardsInAName(String layout) {
        AcmeTest tenant = new AcmeTest(layout) {};
        String many = "*a*a*a*b";
        AcmeTest.assertRefused(tenant.acme("GET", "/" + many + "/_search").send());
        AcmeTest.assertRefused(tenant.acme("GET", "/logs,-" + many + "/_search").send());
        AcmeTest.assertRefused(
                tenant.acme("GET", "/logs/_search?_source_includes=" + many).send());
        AcmeTest.assertRefused(
                tenant.acme("GET", "/logs/_search?q=" + many + ":x").send());
        for (String body : new String[] {
            "{\"query\":{\"multi_match\":{\"query\":\"a\",\"fields\":[\"MANY\"]}}}",
            "{\"query\":{\"query_string\":{\"query\":\"MANY:a\"}}}",
            "{\"fields\":[\"MANY\"]}",
            "{\"query\":{\"exists\":{\"field\":\"MANY\"}}}"
        }) {
            AcmeTest.assertRefused(tenant.acme("POST", "/logs/_search")
                    .body(body.replace("MANY", many))
                    .everySplit());
        }
        assertThat(tenant.acme("POST", "/logs/_search")
                        .body("{\"query\":{\"multi_match\":{\"query\":\"*a*b*c*d*\",\"fields\":[\"**a*b*\"]}}}")
                        .send()
                        .relayed())
                .isTrue();
        tenant.stop();
    }
}
