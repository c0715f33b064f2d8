package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code /_msearch} without an index in its path, where the header of a search decides about its layout. */
@Tag("slow")
class RootSearchesTest {

    private static final String NESTED = "{ nested: { indices: [\"small-*\"], template: \"t-{tenant}\" } }";
    private static final String ROUTED = "{ shared: { indices: [events], routing: tenant, scores: relevance } }";
    private static final String SHARED = "{ shared: { indices: [\"logs-*\"], scores: relevance } }";
    private static final String OWN = "{ indexPerTenant: { indices: [\"*\"] } }";

    private final FilterHarness mixed = harness("principal: {}", String.join(", ", NESTED, ROUTED, SHARED, OWN));

    private static FilterHarness harness(String from, String layouts) {
        return FilterHarness.of(new TenantFactory(), "from: [{ " + from + " }]\nlayouts: [" + layouts + "]\n");
    }

    @AfterEach
    void stop() {
        mixed.close();
    }

    private HarnessCall msearch(String query, String body) {
        return mixed.request("POST", "/_msearch" + query)
                .principal("acme")
                .header("Content-Type", "application/json")
                .body(body);
    }

    @Test
    void searchesEachInTheLayoutOfItsIndex() {
        HarnessResult result = msearch("", """
                        {"index":"orders","routing":"r"}
                        {"query":{"script":{"script":"true"}},"profile":false}
                        {"search_type":"query_then_fetch","index":"events"}
                        {"query":{"term":{"a":1}}}
                        {"index":["small-1"]}
                        {"query":{"term":{"a":1}}}
                        {"indices":"logs-a,logs-b*","ignore_unavailable":true}
                        {}
                        {"index":"o*,p"}
                        {"size":0}
                        """.replace(",\"profile\":false", ""))
                .upstream(200, "application/json", """
                        {"took":1,"responses":[{"_shards":{"skipped":2},"hits":{"hits":[{"_index":"acme.orders","_id":"acme:1","_routing":"r","_source":{"tenant_id":"acme"}}]},"status":200},\
                        {"_shards":{"skipped":2},"hits":{"hits":[{"_index":"events","_id":"acme:1","_routing":"acme","_source":{"tenant_id":"acme","a":1}}]},"status":200},\
                        {"hits":{"hits":[{"_index":"t-acme","_id":"small-1:1","_source":{"baseIndex":"small-1","small-1":{"a":1}}}]},"status":200},\
                        {"error":{"reason":"no [tenant_id] in [logs-a]","index":"logs-a"},"status":400},\
                        {"error":{"reason":"no such index [acme.p]","index":"acme.p"},"status":404}]}""")
                .everySplit();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/_msearch");
        assertThat(result.upstreamBody()).isEqualTo("""
                {"index":"acme.orders","routing":"r"}
                {"query":{"script":{"script":"true"}}}
                {"index":"events","routing":"acme"}
                {"query":{"bool":{"should":[{"term":{"a":1}},{"term":{"tenant_id":{"value":""}}}],"minimum_should_match":1,"filter":[{"term":{"tenant_id":{"value":"acme"}}}]}},"track_total_hits":true}
                {"index":["t-acme"]}
                {"query":{"bool":{"must":[{"term":{"small-1.a":1}}],"filter":[{"term":{"baseIndex":{"value":"small-1"}}}]}}}
                {"indices":"logs-a,logs-b*","ignore_unavailable":true}
                {"query":{"bool":{"should":[{"match_all":{}},{"term":{"tenant_id":{"value":""}}}],"minimum_should_match":1,"filter":[{"term":{"tenant_id":{"value":"acme"}}}]}},"track_total_hits":true}
                {"index":"acme.o*,acme.p"}
                {"size":0}
                """);
        assertThat(result.body()).isEqualTo("""
                {"took":1,"responses":[{"_shards":{"skipped":2},"hits":{"hits":[{"_index":"orders","_id":"acme:1","_routing":"r","_source":{"tenant_id":"acme"}}]},"status":200},\
                {"_shards":{"skipped":0},"hits":{"hits":[{"_index":"events","_id":"1","_source":{"a":1}}]},"status":200},\
                {"hits":{"hits":[{"_index":"small-1","_id":"1","_source":{"a":1}}]},"status":200},\
                {"error":{"reason":"this concerns a field that is reserved for the gateway","index":"logs-a"},"status":400},\
                {"error":{"reason":"no such index [p]","index":"p"},"status":404}]}""");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"index":"logs-a,orders"}                    | {}  | line 3
            {"index":["logs-a","orders"]}                | {}  | line 3
            {"index":["orders","logs-a"]}                | {}  | line 3
            {"index":"orders","indices":"logs-a"}        | {}  | line 3
            {"index":"logs-a","indices":"events"}        | {}  | line 3
            {"index":["small-1","orders"]}               | {}  | line 3
            {"index":"*"}                                | {}  | line 3
            {"index":"l*"}                               | {}  | line 3
            {"index":"_all"}                             | {}  | line 3
            {"index":""}                                 | {}  | line 3
            {"index":[]}                                 | {}  | line 3
            {}                                           | {}  | line 3
            {"index":[],"expand_wildcards":["open"]}     | {}  | line 3
            {"index":[]}                                 | ''  |
            {"index":"events","routing":"acme"}          | {}  | line 3
            {"routing":"r","index":"events"}             | {}  | line 3
            {"routing":null,"index":"events"}            | {}  | line 3
            [{"index":"orders"}]                         | {}  | line 3
            {"index":"events"}                           | {"query":{"script":{"script":"true"}}} | line 4
            {"index":"logs-a"}                           | {"query":{"term":{"tenant_id":"bolt"}}} | line 4
            {"index":"small-1"}                          | {"explain":true} | line 4
            {"index":"orders"}                           | {"query":{"terms":{"a":{"index":"logs-a","id":"bolt:1","path":"b"}}},"unknown":1} | line 4
            """)
    void refusesTheWholeRequestForASearchThatIsForNoOneLayout(String header, String body, String where) {
        HarnessResult result = msearch("", "{\"index\":\"orders\"}\n{}\n" + header + "\n" + body + "\n")
                .everySplit();

        if (where == null) {
            assertThat(result.upstreamBody()).endsWith("\n[]\n");
        } else {
            AcmeTest.assertDenied(result);
            assertThat(result.body()).contains(where);
        }
    }

    // It may leave answers out, and then it is not clear which of them are left.
    @Test
    void deniesFilteredAnswersOfSeveralLayouts() {
        String filter = "?filter_path=responses.hits.hits._source";
        String own = "{\"index\":\"orders\"}\n{}\n{\"index\":\"others\"}\n{}\n";

        AcmeTest.assertDenied(
                msearch(filter, own + "{\"index\":\"logs-a\"}\n{}\n").everySplit());
        assertThat(msearch(filter, own).everySplit().relayed()).isTrue();
    }

    // Whether some of them are below the name of an index, the headers say.
    @Test
    void deniesPathsThatHangOnTheIndexWhereALayoutIsNested() {
        String own = "{\"index\":\"orders\"}\n{}\n";

        AcmeTest.assertDenied(
                msearch("?filter_path=responses.hits.hits._source.n", own).everySplit());
        AcmeTest.assertDenied(msearch("?filter_path=**.n", own).everySplit());
        assertThat(msearch("?filter_path=**._id", own).everySplit().relayed()).isTrue();
    }

    @Test
    void endsAnswersWithHitsOfAnotherLayout() {
        HarnessResult result = msearch("", "{\"index\":\"orders\"}\n{}\n{\"index\":\"logs-a\"}\n{}\n")
                .upstream(200, "application/json", """
                        {"responses":[{"hits":{"hits":[{"_index":"logs-a","_id":"acme:1","_source":{"tenant_id":"acme"}}]}},{}]}""")
                .send();

        assertThat(result.status()).isEqualTo(502);
    }

    @Test
    void searchesIndicesOfTheTenantWhomTheFirstHeaderNames() {
        try (FilterHarness byIndex =
                harness("index: '^(?<prefix>[^-]+)-(?<tenant>[^-]+)(?<postfix>.*)$'", SHARED + ", " + OWN)) {
            HarnessResult result = byIndex.request("POST", "/_msearch")
                    .header("Content-Type", "application/json")
                    .body("{\"index\":\"logs-acme-a\"}\n{}\n{\"index\":\"orders-acme-*\"}\n{\"size\":1}\n")
                    .upstream(200, "application/json", """
                            {"responses":[{"hits":{"hits":[{"_index":"logs-a","_id":"acme:1"}]}},{"hits":{"hits":[{"_index":"acme.orders-b","_id":"1"}]}}]}""")
                    .everySplit();

            assertThat(result.upstreamBody()).isEqualTo("""
                    {"index":"logs-a","search_type":"dfs_query_then_fetch"}
                    {"query":{"bool":{"should":[{"match_all":{}},{"term":{"tenant_id":{"value":""}}}],"minimum_should_match":1,"filter":[{"term":{"tenant_id":{"value":"acme"}}}]}},"track_total_hits":true}
                    {"index":"acme.orders-*"}
                    {"size":1}
                    """);
            assertThat(result.body())
                    .contains("\"_index\":\"logs-acme-a\",\"_id\":\"1\"", "\"_index\":\"orders-acme-b\",\"_id\":\"1\"");
            AcmeTest.assertDenied(byIndex.request("POST", "/_msearch")
                    .header("Content-Type", "application/json")
                    .body("{\"index\":\"logs-acme-a\"}\n{}\n{\"index\":\"orders-bolt-a\"}\n{}\n")
                    .everySplit());
        }
    }
}
