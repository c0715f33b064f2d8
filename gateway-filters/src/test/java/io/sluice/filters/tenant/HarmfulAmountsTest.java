package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values with which one request of a tenant stalled or ended a node of Elasticsearch 7.17 or OpenSearch 2.19, for all tenants. */
@Tag("slow")
class HarmfulAmountsTest extends AcmeTest {
    HarmfulAmountsTest() {
        super(OWN_INDICES);
    }

    /** What a tenant could set so that a node works or remembers without end. */
    @ParameterizedTest
    @CsvSource({
        "gc_deletes, 365d, 60s",
        "gc_deletes, 61m, 1h",
        "gc_deletes, -1, 0s",
        "refresh_interval, 1ms, 100ms",
        "refresh_interval, 99ms, 1s",
        "refresh_interval, 99999micros, 100000micros",
        "refresh_interval, 99999999nanos, 30s",
        "refresh_interval, 1nanos, 0",
        "refresh_interval, 0.05s, 0s",
        "refresh_interval, -2, -1",
        "codec, Lucene80, zstd",
        "max_result_window, 100001, 100000",
        "max_ngram_diff, 1000, 3",
        "max_inner_result_window, 101, 100",
        "highlight.max_analyzed_offset, 10000001, 1000000",
        "mapping.nested_objects.limit, 1000000, 10000"
    })
    void areDeniedInSettings(String setting, String much, String little) {
        String settings = "{\"settings\":{\"index." + setting + "\":\"%s\"}}";

        assertDenied(acme("PUT", "/logs").body(settings.formatted(much)).everySplit());

        assertRelayed("PUT", "/logs", settings.formatted(little));
    }

    /** The automaton of an expression such as {@code (a|b)*a(a|b){30}} would fill the heap. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"regexp\":{\"f\":{\"value\":\"a\",\"max_determinized_states\":LIMIT}}}",
                "{\"query_string\":{\"query\":\"f:/a/\",\"max_determinized_states\":LIMIT}}"
            })
    void areDeniedInQueries(String query) {
        String body = "{\"query\":" + query + "}";

        assertDenied(acme("POST", "/logs/_search")
                .body(body.replace("LIMIT", "10001"))
                .everySplit());

        assertRelayed("POST", "/logs/_search", body.replace("LIMIT", "10000"));
    }

    /** The time that a server takes grows with the square of the number of spaces. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"bool\":{\"should\":[{\"match_all\":{}}],\"minimum_should_match\":\"TEXT\"}}",
                "{\"match\":{\"f\":{\"query\":\"a\",\"minimum_should_match\":\"TEXT\"}}}",
                "{\"common\":{\"f\":{\"query\":\"a\",\"minimum_should_match\":\"TEXT\"}}}",
                "{\"common\":{\"f\":{\"query\":\"a\",\"minimum_should_match\":{\"low_freq\":\"TEXT\"}}}}"
            })
    void areDeniedInWordsForHowManyMustMatch(String query) {
        String words = "9<1%s3<2";

        assertDenied(search("{\"query\":" + query.replace("TEXT", words.formatted(" ".repeat(95))) + "}")
                .everySplit());

        assertRelayed(
                "POST", "/logs/_search", "{\"query\":" + query.replace("TEXT", words.formatted(" ".repeat(94))) + "}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "100 | {\"actions\":[{\"add\":{\"index\":\"logs\",\"aliases\":[LIST]}}]} | \"to#\"",
                "100 | {\"actions\":[{\"add\":{\"indices\":[LIST],\"alias\":\"to\"}}]} | \"logs#\"",
                "98 | {\"actions\":[{\"add\":{\"indices\":[\"logs\",\"to\"],\"aliases\":[LIST]}}]} | \"to#\"",
                "100 | {\"actions\":[LIST]} | {\"add\":{\"index\":\"logs*\",\"alias\":\"to#\"}}",
                "100 | {\"actions\":[LIST]} | {\"add\":{\"index\":\"logs\",\"aliases\":[\"to#\"]}}",
                "1000 | {\"actions\":[LIST]} | {\"add\":{\"index\":\"logs\",\"alias\":\"to#\"}}"
            })
    void areDeniedInNamesOfAliases(int most, String body, String element) {
        assertDenied(
                acme("POST", "/_aliases").body(list(body, element, most + 1)).send());

        assertRelayed("POST", "/_aliases", list(body, element, most));
    }

    /** Elasticsearch 7.17 and OpenSearch 2.19 throw an error at it, at which a node ends. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "indexPerTenant: { indices: [logs], template: \"{tenant}.{index}\" }",
                "nested: { indices: [logs], template: \"t-{tenant}\" }",
                "shared: { indices: [logs] }"
            })
    void areRefusedInPlaceOfMembersOfScripts(String layout) {
        AcmeTest tenant = new AcmeTest(layout) {};
        for (String member : List.of("boost", "_name", "script")) {
            String query = "{\"script\":{\"" + member + "\":null}}";
            for (String body : List.of(
                    "{\"query\":" + query + "}",
                    "{\"query\":{\"bool\":{\"must\":[{\"match_all\":{}}," + query + "]}}}",
                    "{\"aggs\":{\"a\":{\"filters\":{\"filters\":{\"f\":" + query + "}}}}}")) {
                assertThat(tenant.search(body).everySplit().status()).isEqualTo(400);
            }
        }
        tenant.stop();
    }

    @Test
    void areRefusedWhereAnotherScriptHasAValue() {
        String query = "{\"script\":{\"script\":\"true\",\"boost\":%s}}";
        String body = "{\"query\":{\"bool\":{\"must\":[" + query + "," + query + "]}}}";

        assertRefused(search(body.formatted("1", "null")).everySplit());

        assertRelayed("POST", "/logs/_search", body.formatted("1", "2"));
    }

    /** Elasticsearch 7.17 and OpenSearch 2.19 look for the end of the object for ever, on a thread that serves everybody. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/logs/_termvectors/1 | {\"filter\":FILTER}",
                "/logs/_termvectors | {\"doc\":{\"a\":\"b\"},\"filter\":FILTER}",
                "/_mtermvectors | {\"docs\":[{\"_index\":\"logs\",\"_id\":\"1\",\"filter\":FILTER}]}",
                "/logs/_mtermvectors | {\"ids\":[\"1\"],\"parameters\":{\"filter\":FILTER}}"
            })
    void areDeniedInPlaceOfTheFilterOfTermVectors(String path, String body) {
        for (String filter : List.of("[]", "[[]]", "[{}]", "[1]", "null", "1", "\"a\"")) {
            assertDenied(acme("POST", path).body(body.replace("FILTER", filter)).everySplit());
        }
        assertRelayed("POST", path, body.replace("FILTER", "{\"max_num_terms\":1}"));
    }

    /** A task by query without the number of its slice never ends on Elasticsearch 7.17; with such a number it is refused. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | {\"id\":-1,\"max\":0}",
                "{\"id\":1} | {\"id\":1,\"max\":0}",
                "{\"max\":2,\"field\":\"f\"} | {\"max\":2,\"field\":\"f\",\"id\":-1}",
                "{\"id\":1,\"max\":2} | {\"id\":1,\"max\":2}"
            })
    void areSetWhereASliceHasNone(String slice, String sent) {
        for (String endpoint : List.of("_delete_by_query", "_update_by_query")) {
            String body = "{\"query\":{\"match_all\":{}},\"slice\":%s}";
            assertThat(acme("POST", "/logs/" + endpoint)
                            .body(body.formatted(slice))
                            .everySplit()
                            .upstreamBody())
                    .isEqualTo(body.formatted(sent));
        }
    }

    /** Ten clauses of 30 characters kept a thread of OpenSearch 2.19 for half a minute. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"query\":{\"regexp\":{\"f\":\"EXPRESSION\"}}}",
                "{\"query\":{\"regexp\":{\"f\":{\"value\":\"EXPRESSION\"}}}}",
                "{\"query\":{\"span_multi\":{\"match\":{\"regexp\":{\"f\":{\"value\":\"EXPRESSION\"}}}}}}",
                "{\"query\":{\"intervals\":{\"f\":{\"regexp\":{\"pattern\":\"EXPRESSION\"}}}}}",
                "{\"query\":{\"query_string\":{\"query\":\"a f:/EXPRESSION/ OR b\"}}}",
                "{\"aggs\":{\"a\":{\"terms\":{\"field\":\"f\",\"include\":\"EXPRESSION\"}}}}",
                "{\"aggs\":{\"a\":{\"terms\":{\"field\":\"f\",\"exclude\":\"EXPRESSION\"}}}}",
                "{\"aggs\":{\"a\":{\"rare_terms\":{\"field\":\"f\",\"include\":\"EXPRESSION\"}}}}",
                "{\"aggs\":{\"a\":{\"significant_terms\":{\"field\":\"f\",\"include\":\"EXPRESSION\"}}}}"
            })
    void areDeniedInRegularExpressions(String body) {
        assertDenied(acme("POST", "/logs/_search")
                .body(body.replace("EXPRESSION", "(.?){999}&a0"))
                .everySplit());

        assertRelayed("POST", "/logs/_search", body.replace("EXPRESSION", "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"));
    }

    @Test
    void areDeniedInAllRegularExpressionsTogether() {
        String clause = "{\"regexp\":{\"f\":\"(.?){100}&a0\"}}";

        assertRelayed("POST", "/logs/_search", "{\"query\":{\"bool\":{\"should\":[" + clause + "]}}}");
        assertDenied(acme("POST", "/logs/_search")
                .body("{\"query\":{\"bool\":{\"should\":[" + (clause + ",").repeat(20) + clause + "]}}}")
                .everySplit());
        assertThat(acme("GET", "/logs/_search?q=f:/(.%3F)%7B999%7D/").send().status())
                .isEqualTo(403);
    }

    /** A pattern of 8,000 wildcards ended a node of Elasticsearch 7.17 or OpenSearch 2.19. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"wildcard\":{\"f\":\"STARS\"}}",
                "{\"wildcard\":{\"f\":{\"value\":\"aSTARS\"}}}",
                "{\"wildcard\":{\"f\":{\"wildcard\":\"STARS\"}}}",
                "{\"span_multi\":{\"match\":{\"wildcard\":{\"f\":{\"value\":\"STARS\"}}}}}",
                "{\"intervals\":{\"f\":{\"wildcard\":{\"pattern\":\"STARS\"}}}}",
                "{\"query_string\":{\"query\":\"a f:\\\\ STARS\"}}",
                "{\"bool\":{\"filter\":[{\"query_string\":{\"query\":\"(STARS)\"}}]}}"
            })
    void areDeniedAmongWildcardsOfAWord(String query) {
        String body = "{\"query\":" + query + "}";

        assertDenied(acme("POST", "/logs/_search")
                .body(body.replace("STARS", "*?".repeat(10) + "*"))
                .everySplit());

        assertRelayed("POST", "/logs/_search", body.replace("STARS", "*?".repeat(10)));
    }

    @Test
    void areDeniedAmongWildcardsOfAWordInTheUrl() {
        assertThat(acme("GET", "/logs/_search?q=" + "*".repeat(21)).send().status())
                .isEqualTo(403);
        assertThat(acme("GET", "/logs/_search?q=" + "a*%20".repeat(300)).send().relayed())
                .isTrue();
    }

    /**
     * Elasticsearch 7.17 makes one automaton of all names: a search took 18 s with 7,000, and minutes with 20,000. So many wildcards for
     * fields filled the heap of a node.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/logs/_search | {\"_source\":[NAMES]}",
                "/logs/_search | {\"_source\":{\"excludes\":[NAMES]}}",
                "/logs/_search | {\"aggs\":{\"a\":{\"top_hits\":{\"_source\":{\"includes\":[NAMES]}}}}}",
                "/logs/_update/1 | {\"doc\":{},\"_source\":[NAMES]}",
                "/logs/_search | {\"fields\":[{\"field\":\"a\"},NAMES]}",
                "/logs/_search | {\"docvalue_fields\":[NAMES]}",
                "/logs/_search | {\"stored_fields\":[NAMES]}",
                "/logs/_search | {\"collapse\":{\"field\":\"a\",\"inner_hits\":{\"name\":\"a\",\"fields\":[NAMES]}}}",
                "/logs/_search | {\"aggs\":{\"a\":{\"top_hits\":{\"docvalue_fields\":[NAMES]}}}}",
                "/_mget | {\"docs\":[{\"_index\":\"logs\",\"_id\":\"1\",\"_source\":[NAMES]}]}",
                "/_reindex | {\"source\":{\"index\":\"logs\",\"_source\":[NAMES]},\"dest\":{\"index\":\"to\"}}"
            })
    void areDeniedAmongNamesOfParts(String path, String body) {
        assertDenied(acme("POST", path).body(body.replace("NAMES", names(251))).everySplit());

        assertRelayed("POST", path, body.replace("NAMES", names(249)));
    }

    private static String names(int number) {
        return IntStream.range(0, number).mapToObj(i -> "\"a.b" + i + ".*\"").collect(Collectors.joining(","));
    }

    @Test
    void areDeniedAmongNamesOfPartsInUrlsAndOnLines() {
        String target = "/logs/_search?_source_includes=" + names(251).replace("\"", "");
        assertThat(acme("GET", target).send().status()).isEqualTo(403);
        String line = "{\"update\":{\"_index\":\"logs\",\"_id\":\"1\",\"_source\":{\"includes\":[" + names(251)
                + "]}}}\n{\"doc\":{}}\n";
        HarnessResult bulk = acme("POST", "/_bulk").body(line).everySplit();
        assertThat(bulk.relayed()).isFalse();
        assertThat(bulk.body()).contains("\"status\":403", "names of parts of documents");
    }

    /** One request with such a value ended a node of Elasticsearch 7.17 or OpenSearch 2.19. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"highlight\":{\"type\":\"plain\",\"number_of_fragments\":LARGE,\"fields\":{\"f\":{}}}}",
                "{\"highlight\":{\"fields\":{\"f\":{\"number_of_fragments\":LARGE}}}}",
                "{\"suggest\":{\"s\":{\"prefix\":\"a\",\"completion\":{\"field\":\"f\",\"size\":LARGE}}}}",
                "{\"suggest\":{\"s\":{\"text\":\"a\",\"term\":{\"field\":\"f\",\"shard_size\":LARGE}}}}",
                "{\"suggest\":{\"s\":{\"text\":\"a\",\"term\":{\"field\":\"f\",\"size\":LARGE}}}}",
                "{\"aggs\":{\"a\":{\"percentiles\":{\"field\":\"f\",\"tdigest\":{\"compression\":LARGE}}}}}",
                "{\"aggs\":{\"a\":{\"terms\":{\"field\":\"f\",\"shard_size\":LARGE}}}}",
                "{\"aggs\":{\"a\":{\"histogram\":{\"field\":\"f\",\"interval\":1},\"aggs\":{\"p\":{\"serial_diff\":{\"buckets_path\":\"s\",\"lag\":LARGE}}}}}}",
                "{\"aggs\":{\"a\":{\"histogram\":{\"field\":\"f\",\"interval\":1},\"aggs\":{\"p\":{\"moving_avg\":{\"buckets_path\":\"s\",\"window\":LARGE}}}}}}",
                "{\"aggs\":{\"a\":{\"histogram\":{\"field\":\"f\",\"interval\":1},\"aggs\":{\"p\":{\"moving_avg\":{\"buckets_path\":\"s\",\"predict\":LARGE}}}}}}",
                "{\"query\":{\"range\":{\"f\":{\"gte\":\"2020\",\"format\":\"DEEP\"}}}}",
                "{\"docvalue_fields\":[{\"field\":\"f\",\"format\":\"DEEP\"}]}",
                "{\"suggest\":{\"s\":{\"regex\":\"EXPRESSION\",\"completion\":{\"field\":\"f\"}}}}",
                "{\"suggest\":{\"s\":{\"regex\":\"a\",\"completion\":{\"field\":\"f\",\"regex\":{\"max_determinized_states\":LARGE}}}}}",
                "{\"query\":{\"fuzzy\":{\"f\":{\"value\":\"WORD\"}}}}",
                "{\"query\":{\"fuzzy\":{\"f\":\"WORD\"}}}",
                "{\"query\":{\"geo_shape\":{\"f\":{\"shape\":\"SHAPE\"}}}}"
            })
    void areDeniedInSearches(String body) {
        String deep = "[".repeat(21) + "yyyy" + "]".repeat(21);

        assertDenied(acme("POST", "/logs/_search")
                .body(body.replace("LARGE", "2000000000")
                        .replace("DEEP", deep)
                        .replace("EXPRESSION", ".*a.{25}")
                        .replace("WORD", "a".repeat(32_767))
                        .replace("SHAPE", "GEOMETRYCOLLECTION (".repeat(11) + "POINT (1 1)" + ")".repeat(11)))
                .everySplit());

        assertRelayed(
                "POST",
                "/logs/_search",
                body.replace("LARGE", "100")
                        .replace("DEEP", "yyyy[-MM[-dd]]")
                        .replace("EXPRESSION", "n[ei]r.*")
                        .replace("WORD", "word")
                        .replace("SHAPE", "POLYGON ((0 0, 0 1, 1 1, 0 0))"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"tokenizer\":{\"type\":\"path_hierarchy\",\"buffer_size\":2000000000},\"text\":\"a\"}",
                "{\"tokenizer\":\"keyword\",\"filter\":[{\"type\":\"edge_ngram\",\"min_gram\":1,\"max_gram\":100000}],\"text\":\"a\"}",
                "{\"tokenizer\":{\"type\":\"ngram\",\"min_gram\":50000,\"max_gram\":50001},\"text\":\"a\"}",
                "{\"tokenizer\":\"standard\",\"text\":\"a\",\"filter\":[MANY]}",
                "{\"tokenizer\":\"standard\",\"text\":\"a\",\"filter\":[{\"type\":\"shingle\",\"token_separator\":\"TEXT\"}]}",
                "{\"tokenizer\":\"standard\",\"text\":\"a\",\"filter\":[{\"type\":\"shingle\",\"filler_token\":\"TEXT\"}]}",
                "{\"tokenizer\":\"standard\",\"text\":\"a\",\"filter\":[{\"type\":\"word_delimiter\",\"type_table\":[\"$ => TEXT\"]}]}",
                "{\"tokenizer\":\"standard\",\"text\":\"a\",\"filter\":[{\"type\":\"pattern_capture\",\"patterns\":[MANY]}]}",
                "{\"tokenizer\":\"standard\",\"text\":\"a\",\"filter\":[{\"type\":\"stemmer_override\",\"rules\":[\"a => TEXT\"]}]}",
                "{\"tokenizer\":\"standard\",\"text\":\"a\",\"filter\":[{\"type\":\"hunspell\",\"language\":\"../../x\"}]}",
                "{\"tokenizer\":\"standard\",\"text\":\"a\",\"filter\":[{\"word_list\":[\"b\"],\"max_subword_size\":51}]}",
                "{\"tokenizer\":\"standard\",\"text\":\"a\",\"filter\":[\"stop\",MANY,{\"type\":\"trim\"}]}"
            })
    void areDeniedInAnalysis(String body) {
        String many = "\"lowercase\",".repeat(100) + "\"lowercase\"";

        assertDenied(acme("POST", "/logs/_analyze")
                .body(body.replace("MANY", many).replace("TEXT", "z".repeat(1001)))
                .everySplit());
        assertDenied(acme("PUT", "/logs")
                .body("{\"settings\":{\"analysis\":{\"analyzer\":{\"a\":{\"tokenizer\":\"standard\",\"filter\":[" + many
                        + "]}}}}}")
                .everySplit());

        assertRelayed(
                "POST",
                "/logs/_analyze",
                "{\"tokenizer\":{\"type\":\"ngram\",\"min_gram\":2,\"max_gram\":\"3\"},\"text\":\"a\",\"filter\":["
                        + "\"lowercase\",".repeat(19) + "{\"type\":\"snowball\",\"language\":\"German2\"}]}");
    }

    /** Of the names of fields, in the documents that come. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"match_pattern\":\"regex\",\"match\":\"(a|b)*c\"",
                "\"match\":\"*a*a*a*b\"",
                "\"path_unmatch\":\"*a*a*a*b\""
            })
    void areDeniedInDynamicTemplates(String members) {
        String body = "{\"mappings\":{\"dynamic_templates\":[{\"x\":{%s,\"mapping\":{\"type\":\"keyword\"}}}]}}";

        assertDenied(acme("PUT", "/logs").body(body.formatted(members)).everySplit());

        assertRelayed(
                "PUT",
                "/logs",
                body.formatted("\"match_pattern\":\"simple\",\"match\":\"a_*\",\"match_mapping_type\":\"string\""));
    }

    /** Four searches for twelve misspelt words with nine candidates each kept all threads of a node for hours. */
    @ParameterizedTest
    @CsvSource({
        "max_errors, 4, 3",
        "max_errors, 0.51, 0.5",
        "max_errors, NaN, 2.0",
        "token_limit, 11, 10",
        "shard_size, 6, 5",
        "size, 6, 5"
    })
    void areDeniedInCorrectionsOfPhrases(String member, String much, String little) {
        String body = "{\"suggest\":{\"s\":{\"text\":\"a\",\"phrase\":{\"field\":\"f\",\"" + member + "\":\"%s\"}}}}";

        assertDenied(acme("POST", "/logs/_search").body(body.formatted(much)).everySplit());

        assertRelayed("POST", "/logs/_search", body.formatted(little));
    }

    /** A line of 12,000 words ended a node of OpenSearch 2.19: it holds each for each other. */
    @Test
    void areDeniedInLinesOfSynonyms() {
        String body =
                "{\"settings\":{\"analysis\":{\"filter\":{\"s\":{\"type\":\"synonym\",\"synonyms\":[\"a, b => c\",\"%s\"]}}}}}";

        assertDenied(
                acme("PUT", "/logs").body(body.formatted("a,".repeat(32) + "b")).everySplit());

        assertRelayed("PUT", "/logs", body.formatted("a,".repeat(31) + "b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/logs/_update_by_query", "/logs/_delete_by_query", "/_reindex"})
    void areDeniedInUrls(String path) {
        String body = path.equals("/_reindex")
                ? "{\"source\":{\"index\":\"logs\"},\"dest\":{\"index\":\"to\"}}"
                : "{\"query\":{\"match_all\":{}}}";
        for (String many : new String[] {"2000000000", "1025", "-1", "x"}) {
            assertDenied(acme("POST", path + "?slices=" + many).body(body).everySplit());
        }
        for (String few : new String[] {"auto", "1", "1024"}) {
            assertRelayed("POST", path + "?slices=" + few, body);
        }
    }

    /** Java's engine uses up the stack, or never comes back. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"pattern\":\"(a|b)*c\"",
                "\"pattern\":\"a+b\"",
                "\"pattern\":[\"(a)+\"]",
                "\"patterns\":[\"a\",\"(a|b)*c\"]",
                "\"flags\":\"COMMENTS\""
            })
    void areDeniedInAnalyzers(String member) {
        String analyzer = "{\"settings\":{\"analysis\":{\"analyzer\":{\"a\":{\"type\":\"pattern\",%s}}}}}";
        String analyze =
                "{\"text\":\"a\",\"tokenizer\":\"keyword\",\"char_filter\":[{\"type\":\"pattern_replace\",%s}]}";

        assertDenied(acme("PUT", "/logs").body(analyzer.formatted(member)).everySplit());
        assertDenied(
                acme("POST", "/logs/_analyze").body(analyze.formatted(member)).everySplit());

        assertRelayed(
                "PUT", "/logs", analyzer.formatted("\"pattern\":\"[\\\\W_]+\",\"flags\":\"DOTALL|UNICODE_CASE\""));
    }

    @Test
    void areNoDefaultsOfSettings() {
        assertRelayed("PUT", "/logs/_settings", "{\"index\":{\"refresh_interval\":null}}");
        assertRelayed("PUT", "/logs/_settings", "{\"index\":{\"refresh_interval\":-1}}");
    }
}
