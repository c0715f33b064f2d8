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

/** {@code /_mget} without an index in its path, where the index of a document decides what is to become of it. */
@Tag("slow")
class RootDocumentsTest {

    private static final String NESTED = "{ nested: { indices: [\"metrics-*\", logs], template: \"t-{tenant}\" } }";
    private static final String ROUTED = "{ shared: { indices: [events], routing: tenant } }";
    private static final String OWN = "{ indexPerTenant: { indices: [\"*\"] } }";

    private final FilterHarness nested = harness("principal: {}", NESTED);
    private final FilterHarness mixed = harness("principal: {}", NESTED + ", " + ROUTED + ", " + OWN);

    private static FilterHarness harness(String from, String layouts) {
        return FilterHarness.of(new TenantFactory(), "from: [{ " + from + " }]\nlayouts: [" + layouts + "]\n");
    }

    @AfterEach
    void stop() {
        nested.close();
        mixed.close();
    }

    private static HarnessCall mget(FilterHarness harness, String query, String body) {
        return harness.request("POST", "/_mget" + query)
                .principal("acme")
                .header("Content-Type", "application/json")
                .body(body);
    }

    @Test
    void getsDocumentsOfSeveralOfATenantsIndices() {
        HarnessResult result =
                mget(nested, "", """
                        {"docs":[{"_id":"1","_index":"logs","_source":["a","b*"]},\
                        {"_index":"metrics-1.0","_id":"logs:1","stored_fields":["c"],"routing":"r"},\
                        {"_source":{"includes":["a"],"excludes":"b"},"_index":"logs","_id":2},\
                        {"_index":"logs","_id":"3","_source":false}]}""").upstream(200, "application/json", """
                        {"docs":[{"_index":"t-acme","_id":"logs:1","found":true,"_source":{"baseIndex":"logs","logs":{"a":1.0}}},\
                        {"_index":"t-acme","_id":"metrics-1.0:logs:1","_version":3,"found":true,"fields":{"metrics-1/0.c":[1]}},\
                        {"_index":"t-acme","_id":"logs:2","found":false},\
                        {"_index":"t-acme","_id":"logs:3","error":{"type":"x","reason":"no [logs.a] in [t-acme]","index":"t-acme"}}]}""").everySplit();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/_mget");
        assertThat(result.upstreamBody()).isEqualTo("""
                {"docs":[{"_id":"logs:1","_index":"t-acme","_source":["logs.a","logs.b*"]},\
                {"_index":"t-acme","_id":"metrics-1.0:logs:1","stored_fields":["metrics-1/0.c"],"routing":"r"},\
                {"_source":{"includes":["logs.a"],"excludes":"logs.b"},"_index":"t-acme","_id":"logs:2"},\
                {"_index":"t-acme","_id":"logs:3","_source":false}]}""");
        assertThat(result.body()).isEqualTo("""
                {"docs":[{"_index":"logs","_id":"1","found":true,"_source":{"a":1.0}},\
                {"_index":"metrics-1.0","_id":"logs:1","_version":3,"found":true,"fields":{"c":[1]}},\
                {"_index":"logs","_id":"2","found":false},\
                {"_index":"logs","_id":"3","error":{"type":"x","reason":"no [a] in [logs]","index":"logs"}}]}""");
    }

    @Test
    void saysOfEachDocumentWhatTheUrlSaysOfAll() {
        HarnessResult result = mget(
                        nested, "?_source_includes=a,b&_source_excludes=c&stored_fields=d,_none_&realtime=false", """
                        {"docs":[{"_index":"logs","_id":"1"},{"_index":"metrics-1","_id":"1","_source":true},\
                        {"_index":"metrics-1","_id":"2","stored_fields":["e"]}]}""")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("""
                {"docs":[{"_index":"t-acme","_id":"logs:1","_source":{"includes":["logs.a","logs.b"],"excludes":["logs.c"]},\
                "stored_fields":["logs.d","_none_"]},\
                {"_index":"t-acme","_id":"metrics-1:1","_source":true,"stored_fields":["metrics-1.d","_none_"]},\
                {"_index":"t-acme","_id":"metrics-1:2","stored_fields":["metrics-1.e"],\
                "_source":{"includes":["metrics-1.a","metrics-1.b"],"excludes":["metrics-1.c"]}}]}""");
        assertThat(mget(nested, "?_source=false", "{\"docs\":[{\"_index\":\"logs\",\"_id\":\"1\"}]}")
                        .send()
                        .upstreamBody())
                .isEqualTo("{\"docs\":[{\"_index\":\"t-acme\",\"_id\":\"logs:1\"}]}");
    }

    @Test
    void getsDocumentsOfSeveralLayouts() {
        HarnessResult result = mget(mixed, "?_source_includes=a", """
                        {"docs":[{"_index":"orders","_id":"1","routing":"r"},{"_index":"events","_id":"1"},\
                        {"_index":"logs","_id":"1"},{"_index":"orders","_id":"2"}]}""")
                .upstream(200, "application/json", """
                        {"docs":[{"_index":"acme.orders","_id":"1","_routing":"r","found":true,"_source":{"tenant_id":"acme","a":1}},\
                        {"_index":"events","_id":"acme:1","_routing":"acme","found":true,"_source":{"tenant_id":"acme","a":1}},\
                        {"_index":"t-acme","_id":"logs:1","found":true,"_source":{"baseIndex":"logs","logs":{"a":1}}},\
                        {"_index":"acme.orders","_id":"acme:2","found":true,"_source":{"logs":{"a":1}}}]}""")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("""
                {"docs":[{"_index":"acme.orders","_id":"1","routing":"r"},{"_index":"events","_id":"acme:1","routing":"acme"},\
                {"_index":"t-acme","_id":"logs:1","_source":{"includes":["logs.a"],"excludes":[]}},{"_index":"acme.orders","_id":"2"}]}""");
        assertThat(result.body()).isEqualTo("""
                {"docs":[{"_index":"orders","_id":"1","_routing":"r","found":true,"_source":{"tenant_id":"acme","a":1}},\
                {"_index":"events","_id":"1","found":true,"_source":{"a":1}},\
                {"_index":"logs","_id":"1","found":true,"_source":{"a":1}},\
                {"_index":"orders","_id":"acme:2","found":true,"_source":{"logs":{"a":1}}}]}""");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"docs":[{"_index":"logs","_id":"1"},{"_id":"2"}]}
            {"docs":[{"_index":"logs","_id":"1"}],"ids":["2"]}
            {"ids":["2"],"docs":[{"_index":"logs","_id":"1"}]}
            {"ids":["2"]}
            {"docs":{"_index":"logs","_id":"1"}}
            {"docs":[[{"_index":"logs","_id":"1"}]]}
            {"docs":[["x"],{"_index":"logs","_id":"1"}]}
            {"docs":["logs"]}
            {"docs":[]}
            {"docs":[{"_index":"logs,metrics-1","_id":"1"}]}
            {"docs":[{"_index":"lo*","_id":"1"}]}
            {"docs":[{"_index":"_all","_id":"1"}]}
            {"docs":[{"_index":"","_id":"1"}]}
            {"docs":[{"_index":["logs"],"_id":"1"}]}
            {"docs":[{"_index":null,"_id":"1"}]}
            {"docs":[{"_index":"logs","_index":"metrics-1","_id":"1"}]}
            {"docs":[{"_index":"logs","_id":"1","_inde\\u0078":"metrics-1"}]}
            {"docs":[{"_inde\\u0078":"logs","_id":"1"}]}
            {"docs":[{"_index":"lo\\u0067s","_id":"1"}]}
            {"docs":[{"_index":"logs","_id":"1","index":"metrics-1"}]}
            {"docs":[{"_index":"logs","_id":"1","_source":{"include":["a"],"other":1}}]}
            {"docs":[{"_index":"t-acme","_id":"logs:1"}]}
            {"docs":[{"_index":"t-bolt","_id":"logs:1"}]}
            {"docs":[{"x":{"_index":"logs"},"_id":"1"}]}
            {"x":{"y":{"_index":"logs"}},"docs":[{"_index":"logs","_id":"1"}]}
            """)
    void deniesDocumentsThatAreOfNoOneIndex(String body) {
        AcmeTest.assertRefused(mget(nested, "", body).everySplit());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"docs":[{"_index":"events","_id":"1","routing":"acme"},{"_index":"logs","_id":"1"}]} |
            {"docs":[{"_index":"logs","_id":"1"},{"_index":"events","_id":"1","routing":"r"}]}    |
            {"docs":[{"_index":"orders","_id":"1"},{"_index":"events","_id":"1","_source":["tenant_id"]}]} |
            {"docs":[{"_index":"orders","_id":"1"},{"_index":"events","_id":"1"}]}    | ?routing=r
            {"docs":[{"_index":"orders","_id":"1"},{"_index":"events","_id":"1"}]}    | ?_source=tenant_id
            {"docs":[{"_index":"orders","_id":"1"},{"_index":"events,orders","_id":"1"}]} |
            {"docs":[{"_index":"orders","_id":"1"},{"_index":"e*","_id":"1"}]} |
            {"docs":[]} |
            """)
    void deniesDocumentsOfALayoutThatItsGrammarDenies(String body, String query) {
        AcmeTest.assertRefused(mget(mixed, query == null ? "" : query, body).everySplit());
    }

    // It may leave documents of the answer out, and then it is not clear which of them are left.
    @Test
    void deniesFilteredAnswersWithDocumentsOfSeveralIndices() {
        AcmeTest.assertDenied(mget(nested, "?filter_path=docs._source", """
                        {"docs":[{"_index":"logs","_id":"1"},{"_index":"metrics-1","_id":"1"}]}""").send());
        assertThat(mget(nested, "?filter_path=docs._source", """
                        {"docs":[{"_index":"logs","_id":"1"},{"_index":"logs","_id":"2"}]}""")
                        .upstream(
                                200,
                                "application/json",
                                "{\"docs\":[{\"_index\":\"t-acme\",\"_id\":\"logs:1\",\"_source\":{\"baseIndex\":\"logs\",\"logs\":{}}}]}")
                        .send()
                        .body())
                .isEqualTo("{\"docs\":[{\"_source\":{}}]}");
    }

    @Test
    void translatesPathsIntoDocumentsOfOneIndex() {
        for (FilterHarness harness : new FilterHarness[] {nested, mixed}) {
            HarnessResult result = mget(
                            harness,
                            "?filter_path=docs._source.n,docs.found&realtime=true",
                            "{\"docs\":[{\"_index\":\"logs\",\"_id\":\"1\"},{\"_index\":\"logs\",\"_id\":\"2\"}]}")
                    .upstream(200, "application/json", """
                            {"docs":[{"_index":"t-acme","_id":"logs:1","found":true,"_source":{"logs":{"n":1}}},\
                            {"_index":"t-acme","_id":"logs:2","found":false}]}""")
                    .send();

            assertThat(result.upstreamHead().target().raw())
                    .isEqualTo("/_mget?filter_path=docs._source.logs.n,docs._index,docs._id,docs.found&realtime=true");
            assertThat(result.body())
                    .isEqualTo("{\"docs\":[{\"found\":true,\"_source\":{\"n\":1}},{\"found\":false}]}");
        }
        AcmeTest.assertDenied(mget(mixed, "?filter_path=docs.*.n", "{\"docs\":[{\"_index\":\"logs\",\"_id\":\"1\"}]}")
                .send());
        assertThat(mget(mixed, "?filter_path=docs.*.n", "{\"docs\":[{\"_index\":\"other\",\"_id\":\"1\"}]}")
                        .send()
                        .upstreamHead()
                        .target()
                        .raw())
                .isEqualTo("/_mget?filter_path=docs.*.n,docs._index");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"docs":[{"_index":"events","_id":"bolt:1","found":true}]}
            {"docs":[{"_index":"acme.events","_id":"acme:1","found":true}]}
            {"docs":[{"_index":"bolt.orders","_id":"acme:1","found":true}]}
            {"docs":[{"_index":"t-acme","_id":"logs:1","found":true}]}
            """)
    void endsAnswersWithADocumentThatIsNotTheOneThatWasWanted(String answer) {
        HarnessResult result = mget(mixed, "", "{\"docs\":[{\"_index\":\"events\",\"_id\":\"1\"}]}")
                .upstream(200, "application/json", answer)
                .send();

        assertThat(result.status()).isEqualTo(502);
    }

    @Test
    void getsDocumentsOfTheTenantWhomTheirIndicesName() {
        try (FilterHarness byIndex = harness("index: '^(?<prefix>[^-]+)-(?<tenant>[^-]+)(?<postfix>.*)$'", NESTED)) {
            HarnessResult result = byIndex.request("POST", "/_mget")
                    .header("Content-Type", "application/json")
                    .body(
                            "{\"docs\":[{\"_index\":\"metrics-acme-1\",\"_id\":\"1\"},{\"_index\":\"logs-acme\",\"_id\":\"1\"}]}")
                    .upstream(200, "application/json", """
                            {"docs":[{"_index":"t-acme","_id":"metrics-1:1"},{"_index":"t-acme","_id":"logs:1"}]}""")
                    .everySplit();

            assertThat(result.upstreamBody()).isEqualTo("""
                    {"docs":[{"_index":"t-acme","_id":"metrics-1:1"},{"_index":"t-acme","_id":"logs:1"}]}""");
            assertThat(result.body()).isEqualTo("""
                    {"docs":[{"_index":"metrics-acme-1","_id":"1"},{"_index":"logs-acme","_id":"1"}]}""");
            AcmeTest.assertDenied(byIndex.request("POST", "/_mget")
                    .header("Content-Type", "application/json")
                    .body(
                            "{\"docs\":[{\"_index\":\"logs-acme\",\"_id\":\"1\"},{\"_index\":\"logs-bolt\",\"_id\":\"1\"}]}")
                    .everySplit());
        }
    }
}
