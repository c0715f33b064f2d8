package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What common clients write, whatever their users ask for; first of all the high-level REST client of Elasticsearch 7.17. */
class ClientDefaultsTest {
    private static final String OWN = "indexPerTenant: { indices: [logs] }";
    private static final String SHARED = "shared: { indices: [logs] }";
    private static final String NESTED = "nested: { indices: [logs] }";

    @ParameterizedTest
    @ValueSource(strings = {OWN, SHARED, NESTED})
    void searchesSeveralTimesAtOnce(String layout) {
        String types = "{\"index\":[\"logs\"],\"types\":[%s],\"search_type\":\"query_then_fetch\"}\n{\"size\":0}\n";
        AcmeTest tenant = new AcmeTest(layout) {};

        tenant.assertRelayed("POST", "/_msearch", types.formatted(""));
        tenant.assertDenied("POST", "/_msearch", types.formatted("\"_doc\""));
        tenant.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {OWN, SHARED, NESTED})
    void deletesByQuery(String layout) {
        String body = "{\"query\":{\"term\":{\"k\":\"a\"}},\"_source\":%s}";
        AcmeTest tenant = new AcmeTest(layout) {};

        assertThat(tenant.acme("POST", "/logs/_delete_by_query")
                        .body(body.formatted("false"))
                        .everySplit()
                        .relayed())
                .isTrue();
        tenant.assertDenied("POST", "/logs/_delete_by_query", body.formatted("true"));
        tenant.assertDenied("POST", "/logs/_update_by_query", body.formatted("false"));
        tenant.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {OWN, SHARED, NESTED})
    void looksForSimpleTexts(String layout) {
        AcmeTest tenant = new AcmeTest(layout) {};

        tenant.assertRelayed(
                "POST",
                "/logs/_search",
                "{\"query\":{\"simple_query_string\":{\"query\":\"fox\",\"fields\":[\"t^1.0\"],\"flags\":-1}}}");
        tenant.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {OWN, SHARED, NESTED})
    void countsByMonths(String layout) {
        String months = "{\"field\":\"d\",\"calendar_interval\":\"1M\",\"offset\":%s,\"order\":{\"_key\":\"asc\"},"
                + "\"keyed\":false,\"min_doc_count\":0}";
        AcmeTest tenant = new AcmeTest(layout) {};

        for (String offset : List.of("0", "\"0ms\"")) {
            String dates = months.formatted(offset);
            tenant.assertRelayed("POST", "/logs/_search", "{\"aggs\":{\"a\":{\"date_histogram\":" + dates + "}}}");
        }
        tenant.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"+1h\"", "1", "-1", "\"00\"", "[1]", "{}", "null"})
    void countsByNoMovedMonthsAmongOthersDates(String offset) {
        String dates = "{\"date_histogram\":{\"field\":\"d\",\"calendar_interval\":\"1M\",\"offset\":" + offset + "}}";
        AcmeTest tenant = new AcmeTest(SHARED) {};

        tenant.assertDenied("POST", "/logs/_search", "{\"aggs\":{\"a\":" + dates + "}}");
        tenant.assertDenied(
                "POST", "/logs/_search", "{\"aggs\":{\"a\":{\"composite\":{\"sources\":[{\"s\":" + dates + "}]}}}}");
        tenant.stop();
    }

    // Spring Data 4
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"index.store.type\":\"%s\"}",
                "{\"store.type\":\"%s\"}",
                "{\"index\":{\"store\":{\"type\":\"%s\"}}}"
            })
    void createsIndices(String settings) {
        AcmeTest tenant = new AcmeTest(OWN) {};

        tenant.assertRelayed("PUT", "/logs", "{\"settings\":" + settings.formatted("fs") + "}");
        tenant.assertDenied("PUT", "/logs", "{\"settings\":" + settings.formatted("mmapfs") + "}");
        tenant.stop();
    }

    // The clients for Ruby, PHP and JavaScript
    @ParameterizedTest
    @ValueSource(strings = {OWN, SHARED, NESTED})
    void goOnWithTheIdOfAScrollInThePath(String layout) {
        AcmeTest tenant = new AcmeTest(layout) {};
        String handle =
                AcmeTest.handle(tenant.acme("POST", "/logs/_search?scroll=1m").body("{}"), "{\"_scroll_id\":\"S\"}");

        for (String method : List.of("GET", "POST", "DELETE")) {
            HarnessResult result =
                    tenant.acme(method, "/_search/scroll/" + handle + "?pretty").send();
            assertThat(result.upstreamHead().target().raw()).isEqualTo("/_search/scroll?pretty&scroll_id=S");
            for (String other : List.of("/S", "/_all", "/" + handle.substring(1))) {
                assertThat(tenant.acme(method, "/_search/scroll" + other).send().status())
                        .isEqualTo(404);
            }
            for (String other : List.of("?scroll_id=" + handle, "/" + handle)) {
                AcmeTest.assertDenied(
                        tenant.acme(method, "/_search/scroll/" + handle + other).send());
            }
        }
        tenant.stop();
    }

    // Vector stores set the parameters of scores; analysis of languages has its own.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"similarity\":{\"mine\":{\"type\":\"BM25\",\"k1\":1.2,\"b\":0.7}}}          | \"BM25\"       | \"scripted\"",
                "{\"index\":{\"similarity\":{\"default\":{\"type\":\"DFR\"}}}}               | \"DFR\"        | \"other\"",
                "{\"analysis\":{\"tokenizer\":{\"n\":{\"decompound_mode\":\"mixed\"}}}}         | \"mixed\"      | {\"a\":1}",
                "{\"analysis\":{\"filter\":{\"p\":{\"type\":\"phonetic\",\"encoder\":\"soundex\"}}}} | \"soundex\"    | \"beider_morse\"",
                "{\"analysis\":{\"filter\":{\"d\":{\"word_list\":[\"ei\"],\"max_subword_size\":9}}}}   | \"max_subword_size\":9 | \"max_subword_size\":51",
                "{\"analysis\":{\"filter\":{\"r\":{\"all\":false}}}}                        | \"all\"        | \"word_list_path\""
            })
    void createIndicesWithScoresAndLanguages(String settings, String allowed, String denied) {
        AcmeTest tenant = new AcmeTest(OWN) {};

        tenant.assertRelayed("PUT", "/logs", "{\"settings\":" + settings + "}");
        tenant.assertDenied("PUT", "/logs", "{\"settings\":" + settings.replace(allowed, denied) + "}");
        tenant.stop();
    }
}
