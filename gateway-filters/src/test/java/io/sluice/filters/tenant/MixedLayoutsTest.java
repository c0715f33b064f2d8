package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One gateway that keeps some indices shared and gives each tenant its own of the others. */
@Tag("slow")
class MixedLayoutsTest {

    private static final String KEYS = "handles: { keys: [\"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\"] }\n";
    private static final String SHARED = "{ shared: { indices: [logs] } }";
    private static final String OWN = "{ indexPerTenant: { indices: [\"*\"] } }";

    private final FilterHarness harness = harness(SHARED + ", " + OWN);

    private static FilterHarness harness(String layouts) {
        return FilterHarness.of(new TenantFactory(), "from: [{ principal: {} }]\nlayouts: [" + layouts + "]\n" + KEYS);
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    private static HarnessCall acme(FilterHarness harness, String method, String target) {
        return harness.request(method, target).principal("acme").header("Content-Type", "application/json");
    }

    private static String handle(FilterHarness harness, String index, String kind) {
        boolean scroll = kind.equals("scroll");
        HarnessCall opening =
                acme(harness, "POST", "/" + index + (scroll ? "/_search?scroll=1m" : "/_pit?keep_alive=1m"));
        return AcmeTest.handle(opening, scroll ? "{\"_scroll_id\":\"ID\"}" : "{\"id\":\"ID\"}");
    }

    /** As a server does, and as the gateway does with one layout. */
    @Test
    void refusesABulkWithALineThatNamesNoIndex() {
        HarnessResult result = acme(harness, "POST", "/_bulk")
                .body("{\"index\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{}\n{\"index\":{\"_id\":\"2\"}}\n{}\n")
                .everySplit();

        assertThat(result.status()).isEqualTo(400);
        assertThat(result.body()).contains("action_request_validation_exception", "index is missing");
    }

    /** What a shared index is called must not be the beginning of what another tenant's is called. */
    @ParameterizedTest
    @CsvSource({
        "PUT,/%3Clogs%7Bnow%7B2.%7D%7Dsecret%3E/_doc/1",
        "GET,/%3Clogs%7Bnow%7B2.%7D%7Dsecret%3E/_count",
        "GET,'/logs,%3Clogs%7Bnow%7B.%7D%7Dsecret%3E/_field_caps?fields=*'"
    })
    void reachesNoIndicesOfOthersByDateMath(String method, String target) {
        HarnessResult result = acme(harness, method, target)
                .body(method.equals("PUT") ? "{}" : "")
                .send();

        assertThat(result.relayed()).isFalse();
        assertThat(result.status()).isEqualTo(403);
    }

    /** An index is in the first layout that has it, whatever the path names. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /logs-a/_bulk    | {"index":{"_index":"logs-x1","_id":"1"}}~{"owner":"bolt"}~
            /logs-a/_bulk    | {"index":{"_index":"<logs-{now{x}}>","_id":"1"}}~{"owner":"bolt"}~
            /logs-a/_msearch | {"index":"logs-x1"}~{}~
            /logs-a/_msearch | {"index":"logs-*"}~{}~
            /logs-a/_msearch | {"index":"*"}~{}~
            /logs-a/_msearch | {"index":["logs-a","logs-x*"]}~{}~
            /logs-a/_mget    | {"docs":[{"_index":"logs-x1","_id":"1"}]}
            """)
    void judgesNoNameInABodyByTheLayoutOfAnother(String target, String body) {
        try (FilterHarness overlapping = harness("{ shared: { indices: [\"logs-x*\"], tenantField: owner } },"
                + " { shared: { indices: [\"logs-*\"], scores: relevance } }")) {
            HarnessResult result = acme(overlapping, "POST", target)
                    .body(body.replace('~', '\n'))
                    .send();

            assertThat(result.relayed() ? result.upstreamBody() : "")
                    .doesNotContain("\"owner\"", "logs-x1", "logs-*", "now{x}");
        }
    }

    @Test
    void sendsEachItemOfABulkToItsLayout() {
        HarnessResult result = acme(harness, "POST", "/_bulk")
                .body("""
                        {"index":{"_index":"logs","_id":"1"}}
                        {"a":1}
                        {"index":{"_index":"orders","_id":"1"}}
                        {"tenant_id":1}
                        {"delete":{"_index":"logs","_id":"2"}}
                        {"update":{"_index":"orders","_id":"2"}}
                        {"script":"x"}
                        {"create":{"_index":"l*","_id":"2"}}
                        {}
                        """)
                .upstream(200, "application/json", """
                        {"took":1,"errors":false,"items":[{"index":{"_index":"logs","_id":"acme:1","status":201}},\
                        {"index":{"_index":"acme.orders","_id":"1","status":201}},{"delete":{"_index":"logs","_id":"acme:2","status":200}},\
                        {"update":{"_index":"acme.orders","_id":"acme:2","status":200}}]}""")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("""
                {"index":{"_index":"logs","_id":"acme:1"}}
                {"a":1,"tenant_id":"acme"}
                {"index":{"_index":"acme.orders","_id":"1"}}
                {"tenant_id":1}
                {"delete":{"_index":"logs","_id":"acme:2"}}
                {"update":{"_index":"acme.orders","_id":"2"}}
                {"script":"x"}
                """);
        assertThat(result.body())
                .contains("\"_index\":\"logs\",\"_id\":\"1\"", "\"_index\":\"orders\",\"_id\":\"1\"")
                .contains("\"_index\":\"logs\",\"_id\":\"2\"", "\"_index\":\"orders\",\"_id\":\"acme:2\"")
                .contains("\"status\":403");
    }

    // What was said of one layout's item is not what is to be said of the next one, though it is written alike.
    @Test
    void restoresItemsOfSeveralLayoutsThatAreWrittenAlike() {
        String line = "{\"update\":{\"_index\":\"%s\",\"_id\":\"1\"}}\n{\"doc\":{}}\n";
        String item = """
                {"update":{"_index":"%s","_type":"_doc","_id":"%s","_version":1,"result":"updated",\
                "_shards":{"total":1,"successful":1,"failed":0},"_seq_no":%d,"_primary_term":1,"status":200,\
                "get":{"found":true,"_source":{"tenant_id":"acme","a":1}}}}""";
        List<String> lines = new ArrayList<>();
        List<String> items = new ArrayList<>();
        List<String> restored = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            boolean shared = i % 4 == 3;
            String index = shared ? "logs" : "orders";
            lines.add(line.formatted(index));
            items.add(item.formatted(shared ? index : "acme.orders", "acme:1", i));
            String shown = item.formatted(index, shared ? "1" : "acme:1", i);
            restored.add(shared ? shown.replace("\"tenant_id\":\"acme\",", "") : shown);
        }

        HarnessResult result = acme(harness, "POST", "/_bulk")
                .body(String.join("", lines))
                .upstream(200, "application/json", "{\"items\":[" + String.join(",", items) + "]}")
                .everySplit();

        assertThat(result.body()).isEqualTo("{\"items\":[" + String.join(",", restored) + "]}");
    }

    /** Errors of an item name its index as the cluster does; without the index beside them nobody knows which layout reads them. */
    @ParameterizedTest
    @CsvSource({
        "'errors,items.*.error', false, true",
        "'items.*.status', false, true",
        "'-items.*._index', false, false",
        "'errors,items.*._index,items.*.error', true, true",
        "'errors,took', true, true",
        "'items', true, true"
    })
    void showsPartsOfItemsWithTheirIndexOnlyWhereOneLayoutIsNested(String paths, boolean shown, boolean shared) {
        FilterHarness nested = harness("{ nested: { indices: [\"n-*\"], template: \"t-{tenant}\" } }, " + OWN);
        String body = "{\"index\":{\"_index\":\"orders\",\"_id\":\"1\"}}\n{}\n";

        HarnessResult result =
                acme(nested, "POST", "/_bulk?filter_path=" + paths).body(body).send();
        HarnessResult alike =
                acme(harness, "POST", "/_bulk?filter_path=" + paths).body(body).send();

        assertThat(result.relayed()).isEqualTo(shown);
        assertThat(alike.relayed()).isEqualTo(shared);
        nested.close();
    }

    /** Without the index nobody knows which layout reads an id. */
    @ParameterizedTest
    @CsvSource({
        "'items.*._id', false",
        "'errors,items.index._id', false",
        "'items.*.get._source', false",
        "'items.*.*.found', false",
        "'**._id', false",
        "'**._source', false",
        "'items.**.get', false",
        "'-items.*._in*', false",
        "'-items.delete._index', false",
        "'-**._index', false",
        "'items.*._id,items.*._index', true",
        "'**._index,items.*.get', true",
        "'items.index', true",
        "'items.*.*', true",
        "'**', true",
        "'-items.*.error', true",
        "'-items', true",
        "'**.error', true"
    })
    void showsIdsOfItemsWithTheirIndexOnly(String paths, boolean shown) {
        HarnessResult result = acme(harness, "POST", "/_bulk?filter_path=" + paths)
                .body("{\"index\":{\"_index\":\"orders\",\"_id\":\"5\"}}\n{}\n")
                .send();

        assertThat(result.relayed()).isEqualTo(shown);
        assertThat(result.status()).isEqualTo(shown ? 200 : 403);
    }

    @Test
    void refusesBulksThatForgeTheMarkOrRunScriptsInSharedIndices() {
        assertThat(acme(harness, "POST", "/_bulk")
                        .body("{\"index\":{\"_index\":\"logs\"}}\n{\"tenant_id\":\"bolt\"}\n")
                        .everySplit()
                        .status())
                .isEqualTo(403);
        assertThat(acme(harness, "POST", "/_bulk")
                        .body("{\"update\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{\"script\":\"x\"}\n")
                        .everySplit()
                        .status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            logs   | {"hits":{"hits":[{"_index":"logs","_id":"acme:1","_source":{"tenant_id":"acme"}}]}}       | "_id":"1","_source":{}
            orders | {"hits":{"hits":[{"_index":"acme.orders","_id":"acme:1","_source":{"tenant_id":"acme"}}]}} | "_id":"acme:1","_source":{"tenant_id":"acme"}
            """)
    void readsScrollsInTheLayoutThatTheyWereOpenedIn(String index, String answer, String shown) {
        String scroll = handle(harness, index, "scroll");

        HarnessResult inBody = acme(harness, "POST", "/_search/scroll")
                .body("{\"scroll\":\"1m\",\"scroll_id\":\"" + scroll + "\"}")
                .upstream(200, "application/json", answer)
                .everySplit();
        HarnessResult inUrl = acme(harness, "GET", "/_search/scroll?scroll_id=" + scroll)
                .upstream(200, "application/json", answer)
                .send();

        assertThat(inBody.upstreamBody()).isEqualTo("{\"scroll\":\"1m\",\"scroll_id\":\"ID\"}");
        assertThat(inBody.body()).contains(shown);
        assertThat(inUrl.body()).contains(shown);
    }

    @Test
    void searchesPointsInTimeInTheLayoutThatTheyWereOpenedIn() {
        String shared = handle(harness, "logs", "pit");
        String own = handle(harness, "orders", "pit");

        assertThat(acme(harness, "POST", "/_search")
                        .body("{\"pit\":{\"id\":\"" + shared + "\"}}")
                        .everySplit()
                        .upstreamBody())
                .contains("\"term\":{\"tenant_id\":{\"value\":\"acme\"}}");
        assertThat(acme(harness, "POST", "/_search")
                        .body("{\"size\":1,\"pit\":{\"id\":\"" + own + "\"}}")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo("{\"size\":1,\"pit\":{\"id\":\"ID\"}}");
        assertThat(acme(harness, "POST", "/_search")
                        .body("{\"query\":{\"term\":{\"a\":\"" + own + "\"}},\"pit\":{\"id\":\"" + shared + "\"}}")
                        .everySplit()
                        .status())
                .isEqualTo(404);
    }

    @Test
    void opensNoHandleOfASharedIndexWhereNothingIsFiltered() {
        String shared = handle(harness, "logs", "pit");

        try (FilterHarness unfiltered = harness(OWN)) {
            assertThat(acme(unfiltered, "POST", "/_search")
                            .body("{\"pit\":{\"id\":\"" + shared + "\"}}")
                            .send()
                            .status())
                    .isEqualTo(404);
        }
    }

    @Test
    void deniesSearchesOfIndicesInSeveralLayouts() {
        assertThat(acme(harness, "POST", "/_search").body("{}").send().status()).isEqualTo(403);
        assertThat(acme(harness, "POST", "/_search/scroll")
                        .body("{\"scroll_id\":\"DnF1ZXJ5VGhlbkZldGNoBQAAAAAAAAABFnZCUmM4bzVtUkxDUVVqV1ZWQ1pKdw\"}")
                        .send()
                        .status())
                .isEqualTo(404);
        assertThat(acme(harness, "POST", "/_msearch").body("{}\n{}\n").send().status())
                .isEqualTo(403);
        assertThat(acme(harness, "POST", "/_mget").body("{\"docs\":[]}").send().status())
                .isEqualTo(403);
    }

    /** A nested layout whose index is not known has no name before its ids, so it takes no colon out of texts. */
    @Test
    void leavesTheColonsOfErrors() {
        try (FilterHarness three =
                harness("{ nested: { indices: [\"small*\"], template: \"t-{tenant}\" } }, " + SHARED + ", " + OWN)) {
            assertThat(acme(three, "POST", "/_bulk")
                            .body("{\"create\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{}\n")
                            .upstream(200, "application/json", """
                                    {"items":[{"create":{"_index":"logs","_id":"acme:1","status":409,"error":{"type":"x",\
                                    "reason":"[acme:1]: version conflict, document already exists"}}}]}""")
                            .everySplit()
                            .body())
                    .contains("\"[1]: version conflict, document already exists\"");
        }
    }

    @Test
    void knowsTheLayoutAndTheIndexOfEachResult() {
        try (FilterHarness three =
                harness("{ nested: { indices: [\"small*\"], template: \"t-{tenant}\" } }, " + SHARED + ", " + OWN)) {
            HarnessResult result = acme(three, "POST", "/_bulk?_source=true")
                    .body("""
                            {"index":{"_index":"logs","_id":"1"}}
                            {"a":1}
                            {"index":{"_index":"small-1","_id":"1"}}
                            {"a":1}
                            {"update":{"_index":"small-2","_id":"1"}}
                            {"doc":{"a":1}}
                            {"index":{"_index":"-","_id":"1"}}
                            {"a":1}
                            {"update":{"_index":"orders","_id":"1"}}
                            {"doc":{"a":1}}
                            """)
                    .upstream(200, "application/json", """
                            {"items":[{"index":{"_index":"logs","_id":"acme:1"}},{"index":{"_index":"t-acme","_id":"small-1:1"}},\
                            {"update":{"_index":"t-acme","_id":"small-2:1","get":{"_source":{"baseIndex":"small-2","small-2":{"a":1}}}}},\
                            {"update":{"_index":"acme.orders","_id":"1","get":{"_source":{"small-2":{"a":1}}}}}]}""")
                    .everySplit();

            assertThat(result.upstreamBody()).isEqualTo("""
                    {"index":{"_index":"logs","_id":"acme:1"}}
                    {"a":1,"tenant_id":"acme"}
                    {"index":{"_index":"t-acme","_id":"small-1:1"}}
                    {"baseIndex":"small-1","small-1":{"a":1}}
                    {"update":{"_index":"t-acme","_id":"small-2:1"}}
                    {"doc":{"baseIndex":"small-2","small-2":{"a":1}}}
                    {"update":{"_index":"acme.orders","_id":"1"}}
                    {"doc":{"a":1}}
                    """);
            assertThat(result.body()).startsWith("""
                    {"items":[{"index":{"_index":"logs","_id":"1"}},{"index":{"_index":"small-1","_id":"1"}},\
                    {"update":{"_index":"small-2","_id":"1","get":{"_source":{"a":1}}}},""").endsWith("""
                    {"update":{"_index":"orders","_id":"1","get":{"_source":{"small-2":{"a":1}}}}}]}""");
        }
    }
}
