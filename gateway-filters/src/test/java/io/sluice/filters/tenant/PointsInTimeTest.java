package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several searches, some of which read points in time. */
class PointsInTimeTest {

    private static final String OWN = "indexPerTenant: { indices: [\"*\"] }";
    private static final String SHARED = "shared: { indices: [logs] }";
    private static final String NESTED = "nested: { indices: [\"n-*\"], template: \"t-{tenant}\" }";

    private @Nullable FilterHarness started;

    private HarnessCall call(String method, String target) {
        if (started == null) {
            throw new IllegalStateException("no layout was chosen");
        }
        return started.request(method, target).principal("acme").header("Content-Type", "application/json");
    }

    private void start(String layouts) {
        started = FilterHarness.of(new TenantFactory(), AcmeTest.configuration(layouts));
    }

    private String handle(String index) {
        return AcmeTest.handle(call("POST", "/" + index + "/_pit?keep_alive=1m"), "{\"id\":\"PIT\"}");
    }

    private HarnessCall searches(String body) {
        return call("POST", "/_msearch")
                .header("Content-Length", String.valueOf(body.length()))
                .body(body);
    }

    @AfterEach
    void stop() {
        if (started != null) {
            started.close();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            indexPerTenant: { indices: ["*"] }                        | logs | {"size":1,"pit":{"id":"PIT"}}
            shared: { indices: [logs] }                               | logs | {"size":1,"pit":{"id":"PIT"},"query":{"bool":{"should":[{"match_all":{}},{"term":{"tenant_id":{"value":""}}}],"minimum_should_match":1,"filter":[{"term":{"tenant_id":{"value":"acme"}}}]}},"track_total_hits":true}
            nested: { indices: ["n-*"], template: "t-{tenant}" }      | n-1  | {"size":1,"pit":{"id":"PIT"},"query":{"bool":{"must":[{"match_all":{}}],"filter":[{"term":{"baseIndex":{"value":"n-1"}}}]}}}
            """)
    void readPointsInTimeWithoutNamesOfIndices(String layout, String index, String sent) {
        start(layout);
        String search = "{\"size\":1,\"pit\":{\"id\":\"" + handle(index) + "\"}}\n";

        String relayed = searches(
                        "{}\n" + search + "{\"index\":\"" + index + "\"}\n{}\n{\"preference\":\"a\"}\n" + search)
                .everySplit()
                .upstreamBody();

        assertThat(relayed)
                .startsWith("{}\n" + sent + "\n{\"index\":")
                .endsWith("{\"preference\":\"a\"}\n" + sent + "\n");
    }

    /** As clients of Elasticsearch 8 open them, which always send an object. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            indexPerTenant: { indices: ["*"] }                   | logs    | /acme.logs/_pit?keep_alive=1m
            shared: { indices: [logs] }                          | logs    | /logs/_pit?keep_alive=1m
            nested: { indices: ["n-*"], template: "t-{tenant}" } | n-1     | /t-acme/_pit?keep_alive=1m
            nested: { indices: ["n-*"], template: "t-{tenant}" } | n-1,n-2 | /t-acme/_pit?keep_alive=1m
            """)
    void areOpenedWithAnEmptyBody(String layout, String indices, String sent) {
        start(layout);

        HarnessResult opened =
                call("POST", "/" + indices + "/_pit?keep_alive=1m").body("{}").everySplit();

        assertThat(opened.upstreamHead().target().raw()).isEqualTo(sent);
        assertThat(opened.upstreamBody()).isEqualTo("{}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            indexPerTenant: { indices: ["*"] }                   | logs | {"range":{"at":{"gte":1}}} | {"range":{"at":{"gte":1}}}
            indexPerTenant: { indices: ["*"] }                   | logs | {"term":{"_index":"logs"}} | {"term":{"_index":"acme.logs"}}
            indexPerTenant: { indices: ["*"] }                   | logs | {"terms":{"a":{"index":"b","id":"1","path":"p"}}} | {"terms":{"a":{"index":"acme.b","id":"1","path":"p"}}}
            nested: { indices: ["n-*"], template: "t-{tenant}" } | n-1  | {"range":{"at":{"gte":1}}} | {"range":{"n-1.at":{"gte":1}}}
            """)
    void leaveOutIndicesByTheTenantsNames(String layout, String index, String filter, String sent) {
        start(layout);

        assertThat(call("POST", "/" + index + "/_pit?keep_alive=1m")
                        .body("{\"index_filter\":" + filter + "}")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo("{\"index_filter\":" + sent + "}");
    }

    /** Which parts of a shared index they leave out tells of others' documents. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            shared: { indices: [logs] }                          | logs    | {"index_filter":{"match_all":{}}} | /index_filter is denied to tenants: it reads documents that the filter does not restrict
            nested: { indices: ["n-*"], template: "t-{tenant}" } | n-1,n-2 | {"index_filter":{"term":{"a":1}}} | in this layout a field has a different physical name in each index
            indexPerTenant: { indices: ["*"] }                   | logs    | {"index_filter":{"percolate":{}}} | /index_filter/percolate is denied to tenants
            indexPerTenant: { indices: ["*"] }                   | logs    | {"project_routing":"x"}           | /project_routing is denied to tenants
            """)
    void areDeniedWithAFilterThatTheLayoutCannotTake(String layout, String indices, String body, String why) {
        start(layout);

        HarnessResult result =
                call("POST", "/" + indices + "/_pit?keep_alive=1m").body(body).everySplit();

        assertThat(result.relayed()).isFalse();
        assertThat(result.status()).isEqualTo(403);
        assertThat(result.body()).contains(why);
    }

    // Its header was read as one that names an index, of which nothing had been seen: 500.
    @ParameterizedTest
    @CsvSource({"dfs_query_then_fetch", "query_then_fetch"})
    void mayHaveASearchType(String type) {
        start(SHARED);

        String relayed = searches("{\"search_type\":\"" + type + "\"}\n{\"pit\":{\"id\":\"" + handle("logs") + "\"}}\n")
                .everySplit()
                .upstreamBody();

        assertThat(relayed).startsWith(type.startsWith("dfs") ? "{\"search_type\":\"" + type + "\"}\n" : "{}\n");
    }

    @Test
    void sealThePointInTimeOfTheAnswerAgain() {
        start(NESTED);
        String handle = handle("n-1");

        HarnessResult result = searches("{}\n{\"pit\":{\"id\":\"" + handle + "\"}}\n")
                .upstream(200, "application/json", """
                        {"took":1,"responses":[{"pit_id":"PIT","hits":{"hits":[\
                        {"_index":"t-acme","_id":"n-1:1","_source":{"baseIndex":"n-1","n-1":{"a":1}}}]},"status":200}]}""")
                .send();

        assertThat(result.body())
                .contains("{\"_index\":\"n-1\",\"_id\":\"1\",\"_source\":{\"a\":1}}")
                .contains("\"pit_id\":\"")
                .doesNotContain("\"PIT\"");
    }

    @Test
    void readThoseOfSeveralLayouts() {
        start(SHARED + " }, { " + NESTED + " }, { " + OWN);
        String shared = handle("logs");
        String nested = handle("n-1");

        String relayed = searches(
                        "{}\n{\"pit\":{\"id\":\"" + shared + "\"}}\n{}\n{\"pit\":{\"id\":\"" + nested + "\"}}\n")
                .everySplit()
                .upstreamBody();

        assertThat(relayed).isEqualTo("""
                {}
                {"pit":{"id":"PIT"},"query":{"bool":{"should":[{"match_all":{}},{"term":{"tenant_id":{"value":""}}}],"minimum_should_match":1,"filter":[{"term":{"tenant_id":{"value":"acme"}}}]}},"track_total_hits":true}
                {}
                {"pit":{"id":"PIT"},"query":{"bool":{"must":[{"match_all":{}}],"filter":[{"term":{"baseIndex":{"value":"n-1"}}}]}}}
                """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}\n{\"pit\":{\"id\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}}\n",
                "{}\n{\"pit\":{}}\n",
                "{}\n{\"pit\":{\"id\":\"HANDLE\"},\"pit\":{\"id\":\"HANDLE\"}}\n",
                "{\"index\":\"logs\"}\n{\"pit\":{\"id\":\"HANDLE\"}}\n",
                "{\"\\u0069ndex\":\"globex.logs\"}\n{\"pit\":{\"id\":\"HANDLE\"}}\n",
                "{\"preference\":[\"globex.logs\"]}\n{\"pit\":{\"id\":\"HANDLE\"}}\n",
                "{\"ext\":1}\n{\"pit\":{\"id\":\"HANDLE\"}}\n",
                "[]\n{\"pit\":{\"id\":\"HANDLE\"}}\n",
                "{}\n{\"p\\u0069t\":{\"id\":\"HANDLE\"}}\n",
                "{}\n[{\"pit\":{\"id\":\"HANDLE\"}}]\n",
                "{}\n{\"query\":{\"term\":{\"a\":\"HANDLE\"}},\"pit\":{\"id\":\"PIT\"}}\n",
            })
    void readNoOthers(String body) {
        start(SHARED);

        HarnessResult result = searches(body.replace("HANDLE", handle("logs"))).everySplit();

        assertThat(result.status()).isBetween(400, 404);
        assertThat(result.relayed()).isFalse();
    }

    @Test
    void areDeniedWhereTheBodyIsNotHeld() {
        start(OWN);

        HarnessResult result = call("POST", "/_msearch")
                .header("Transfer-Encoding", "chunked")
                .body("{}\n{\"pit\":{\"id\":\"" + handle("logs") + "\"}}\n")
                .everySplit();

        assertThat(result.status()).isEqualTo(403);
        assertThat(result.body()).contains("line 2: /pit is denied to tenants: in _msearch neither path nor header");
    }
}
