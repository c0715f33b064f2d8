package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the high-level REST client of Elasticsearch 7.17 always writes, whatever its user asks for. */
class HighLevelClientTest {
    private static final String OWN = "indexPerTenant: { indices: [logs] }";
    private static final String SHARED = "shared: { indices: [logs] }";
    private static final String NESTED = "nested: { indices: [logs] }";

    @ParameterizedTest
    @ValueSource(strings = {OWN, SHARED, NESTED})
    void searchesSeveralTimesAtOnce(String layout) {
        String types = "{\"index\":[\"logs\"],\"types\":[%s],\"search_type\":\"query_then_fetch\"}\n{\"size\":0}\n";
        AcmeTest tenant = new AcmeTest(layout) {};

        tenant.assertRelayed("POST", "/_msearch", types.formatted(""));
        AcmeTest.assertDenied(tenant.acme("POST", "/_msearch")
                .body(types.formatted("\"_doc\""))
                .everySplit());
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
        AcmeTest.assertDenied(tenant.acme("POST", "/logs/_delete_by_query")
                .body(body.formatted("true"))
                .everySplit());
        AcmeTest.assertDenied(tenant.acme("POST", "/logs/_update_by_query")
                .body(body.formatted("false"))
                .everySplit());
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

        AcmeTest.assertDenied(tenant.acme("POST", "/logs/_search")
                .body("{\"aggs\":{\"a\":" + dates + "}}")
                .everySplit());
        AcmeTest.assertDenied(tenant.acme("POST", "/logs/_search")
                .body("{\"aggs\":{\"a\":{\"composite\":{\"sources\":[{\"s\":" + dates + "}]}}}}")
                .everySplit());
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
        AcmeTest.assertDenied(tenant.acme("PUT", "/logs")
                .body("{\"settings\":" + settings.formatted("mmapfs") + "}")
                .everySplit());
        tenant.stop();
    }
}
