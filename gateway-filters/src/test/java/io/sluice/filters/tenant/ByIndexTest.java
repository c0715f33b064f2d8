package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ExchangeKey;
import io.sluice.api.Json;
import io.sluice.api.Reply;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tenants whose clients write their names into those of indices: {@code logs-acme-prod}. */
@Tag("slow")
class ByIndexTest {

    private static final String FROM =
            "from: [{ principal: {} }, { index: '^(?<prefix>[^-]+)-(?<tenant>[^-]+)(?<postfix>.*)$' }]\n";
    private static final String OWN = "{ indexPerTenant: { indices: [\"*\"] } }";
    private static final String SHARED = "{ shared: { indices: [logs, \"logs-*\"] } }";

    private final FilterHarness own = harness(OWN);
    private final FilterHarness shared = harness(SHARED);
    private final FilterHarness mixed = harness("{ shared: { indices: [\"logs-*\"] } }, " + OWN);

    private static FilterHarness harness(String layouts) {
        return FilterHarness.of(new TenantFactory(), FROM + "layouts: [" + layouts + "]\n");
    }

    @AfterEach
    void stop() {
        own.close();
        shared.close();
        mixed.close();
    }

    private static HarnessCall call(FilterHarness harness, String method, String target) {
        return harness.request(method, target).header("Content-Type", "application/json");
    }

    private static @Nullable String sent(HarnessResult result) {
        return result.relayed() ? result.upstreamHead().target().raw() : null;
    }

    // acme.logsx begins with acme.logs, but logsx-acme does not begin with logs-acme.
    @Test
    void comparesTheBeginningOfNamesOnlyWhereTheTenantsNameDoesNotEndIt() {
        String query = "{\"query\":{\"prefix\":{\"_index\":\"%s\"}}}";

        AcmeTest.assertDenied(call(own, "POST", "/logs-acme/_search")
                .body(query.formatted("logs-acme"))
                .everySplit());
        assertThat(call(own, "POST", "/logs-acme/_search")
                        .body(query.formatted("logs-acme-p"))
                        .everySplit()
                        .upstreamBody())
                .isEqualTo(query.formatted("acme.logs-p"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET /logs-acme-prod/_search                    | /acme.logs-prod/_search               | /logs-prod/_search
            GET /logs-acme-*/_search                       | /acme.logs-*/_search                  | /logs-*/_search
            GET /logs-acme-a,logs-acme-b/_count            | /acme.logs-a,acme.logs-b/_count       | /logs-a,logs-b/_count
            GET /logs-acme-*,-logs-acme-b/_search          | /acme.logs-*,-acme.logs-b/_search     | /logs-*,-logs-b/_search
            GET /logs-acme/_doc/1                          | /acme.logs/_doc/1                     | /logs/_doc/acme:1
            GET /%3Clogs-acme-%7Bnow%7D%3E/_search         | /%3Cacme.logs-%7Bnow%7D%3E/_search    | /%3Clogs-%7Bnow%7D%3E/_search
            GET /logs-acme-prod/_mapping                   | /acme.logs-prod/_mapping              | /logs-prod/_mapping
            GET /*/_search                                 |                                       |
            GET /_all/_search                              |                                       |
            GET /logs-*/_search                            |                                       |
            GET /logs-acme*/_search                        |                                       |
            GET /*-acme-prod/_search                       |                                       |
            GET /logs-acme-a,logs-bolt-a/_search           |                                       |
            GET /logs-acme-a,*/_search                     |                                       |
            GET /logs-acme-*,-logs-bolt-b/_search          |                                       |
            GET /logs-acme-a,logs-prod/_search             |                                       |
            GET /acme.logs-prod/_search                    | /prod.acme.logs/_search               |
            GET /logs/_search                              |                                       |
            GET /logs-a%2Cb/_search                        |                                       |
            GET /%3Clogs-%7Bnow%7D%3E/_search              |                                       |
            GET /_search                                   |                                       |
            GET /_count                                    |                                       |
            GET /_mapping                                  |                                       |
            GET /_field_caps?fields=*                      |                                       |
            GET /                                          | /                                     | /
            DELETE /_search/scroll                         |                                       |
            GET /_search/scroll?scroll_id=x                |                                       |
            """)
    void readsTheTenantInThePath(String request, @Nullable String inOwn, @Nullable String inShared) {
        String[] parts = request.split(" ");

        assertThat(sent(call(own, parts[0], parts[1]).send())).isEqualTo(inOwn);
        HarnessResult result = call(shared, parts[0], parts[1]).send();
        assertThat(sent(result)).isEqualTo(inShared);
        assertThat(result.relayed() || result.status() == 403).isTrue();
    }

    // Official clients ask for it before they name an index.
    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD"})
    void greetsWhoeverMayNameATenant(String method) {
        HarnessResult result = call(mixed, method, "/?pretty")
                .header("X-Opaque-Id", "acme/1")
                .upstream(
                        200,
                        "application/json",
                        "{\"name\":\"n\",\"more\":\"acme.logs\",\"version\":{\"number\":\"7\"}}")
                .send();

        assertThat(sent(result)).isEqualTo("/?pretty");
        assertThat(result.upstreamHead().headers().contains("X-Opaque-Id")).isFalse();
        assertThat(result.status()).isEqualTo(200);
        assertThat(result.fact(ExchangeKey.TENANT)).isNull();
        if (method.equals("GET")) {
            assertThat(result.body()).isEqualTo("{\"name\":\"n\",\"version\":{\"number\":\"7\"}}");
        }
    }

    @Test
    void greetsNobodyElseAndWithNothingElse() {
        assertThat(call(own, "GET", "/").client("10.0.0.1").send().status()).isEqualTo(403);
        assertThat(call(own, "GET", "/").principal("B").send().status()).isEqualTo(403);
        assertThat(call(own, "GET", "/?local=true").send().status()).isEqualTo(403);
        assertThat(call(own, "GET", "/").body("{}").send().status()).isEqualTo(403);
        assertThat(call(own, "POST", "/").send().status()).isEqualTo(403);
        assertThat(call(own, "GET", "/")
                        .header("Accept", "application/yaml")
                        .send()
                        .status())
                .isEqualTo(406);
    }

    @Test
    void tellsWhoeverMayNameATenantWhereHeIs() {
        HarnessResult result = call(own, "GET", "/_nodes/http")
                .header("Host", "search.local:9200")
                .send();

        assertThat(result.relayed()).isFalse();
        assertThat(result.body()).contains("\"publish_address\":\"search.local:9200\"");
    }

    @Test
    void asksOtherSourcesFirst() {
        assertThat(sent(call(own, "GET", "/logs-acme-prod/_search")
                        .principal("bolt")
                        .send()))
                .isEqualTo("/bolt.logs-acme-prod/_search");
        assertThat(call(own, "GET", "/logs-acme-prod/_search")
                        .principal("B")
                        .send()
                        .status())
                .isEqualTo(403);
    }

    @Test
    void believesClientsOfThisMachineOnlyUnlessTheyAreTrusted() {
        assertThat(call(own, "GET", "/logs-acme-prod/_search")
                        .client("10.0.0.1")
                        .send()
                        .status())
                .isEqualTo(403);
        try (FilterHarness open =
                FilterHarness.of(new TenantFactory(), FROM + "clientsAreTrusted: true\nlayouts: [" + OWN + "]\n")) {
            assertThat(sent(call(open, "GET", "/logs-acme-prod/_search")
                            .client("10.0.0.1")
                            .send()))
                    .isEqualTo("/acme.logs-prod/_search");
        }
    }

    @Test
    void showsNamesAsTheClientHasWrittenThem() {
        String answer = """
                {"hits":{"hits":[{"_index":"%1$slogs-prod","_id":"%2$s1"},{"_index":"%1$slogs","_id":"%2$s2"}]},\
                "_shards":{"failures":[{"index":"%1$slogs-prod","reason":{"type":"x","reason":"no [%1$slogs-prod] in %1$slogs-prod."}}]}}""";
        String restored = """
                {"hits":{"hits":[{"_index":"logs-acme-prod","_id":"1"},{"_index":"logs-acme","_id":"2"}]},\
                "_shards":{"failures":[{"index":"logs-acme-prod","reason":{"type":"x","reason":"no [logs-acme-prod] in logs-acme-prod."}}]}}""";

        assertThat(call(own, "GET", "/logs-acme*,logs-acme/_search").send().status())
                .isEqualTo(403);
        assertThat(call(own, "GET", "/logs-acme-*,logs-acme/_search")
                        .upstream(200, "application/json", answer.formatted("acme.", ""))
                        .everySplit()
                        .body())
                .isEqualTo(restored);
        assertThat(call(shared, "GET", "/logs-acme-*,logs-acme/_search")
                        .upstream(200, "application/json", answer.formatted("", "acme:"))
                        .everySplit()
                        .body())
                .isEqualTo(restored);
        assertThat(call(own, "GET", "/logs-acme-*/_search")
                        .upstream(200, "application/json", answer.formatted("bolt.", ""))
                        .send()
                        .status())
                .isEqualTo(502);
    }

    @Test
    void restoresLocationsAndNamesOfMembers() {
        HarnessResult written = call(shared, "PUT", "/logs-acme-prod/_doc/1")
                .body("{}")
                .upstream(Reply.json(201, Json.parse("{\"_index\":\"logs-prod\",\"_id\":\"acme:1\"}"))
                        .withHeader("Location", "/logs-prod/_doc/acme%3A1"))
                .send();

        assertThat(written.headers().get("Location")).isEqualTo("/logs-acme-prod/_doc/1");
        assertThat(written.body()).isEqualTo("{\"_index\":\"logs-acme-prod\",\"_id\":\"1\"}");
        assertThat(call(own, "GET", "/logs-acme-*/_mapping")
                        .upstream(200, "application/json", "{\"acme.logs-prod\":{\"mappings\":{}}}")
                        .send()
                        .body())
                .isEqualTo("{\"logs-acme-prod\":{\"mappings\":{}}}");
    }

    @Test
    void letsTheFirstLineOfABulkDecide() {
        HarnessResult result = call(mixed, "POST", "/_bulk")
                .body("""
                        {"index":{"_index":"logs-acme-prod","_id":"1"}}
                        {"a":1}
                        {"create":{"_index":"orders-acme","_id":"1"}}
                        {"a":1}
                        {"delete":{"_index":"logs-bolt-prod","_id":"1"}}
                        {"delete":{"_index":"logs","_id":"1"}}
                        {"delete":{"_index":"logs-acme-*","_id":"1"}}
                        {"update":{"_index":"logs-acme-prod","_id":"2"}}
                        {"doc":{}}
                        """)
                .upstream(200, "application/json", """
                        {"took":1,"errors":false,"items":[{"index":{"_index":"logs-prod","_id":"acme:1","status":201}},\
                        {"create":{"_index":"acme.orders","_id":"1","status":201}},{"update":{"_index":"logs-prod","_id":"acme:2","status":200}}]}""")
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("""
                {"index":{"_index":"logs-prod","_id":"acme:1"}}
                {"a":1,"tenant_id":"acme"}
                {"create":{"_index":"acme.orders","_id":"1"}}
                {"a":1}
                {"update":{"_index":"logs-prod","_id":"acme:2"}}
                {"doc":{"tenant_id":"acme"}}
                """);
        assertThat(result.body().split("\"status\":403", -1)).hasSize(3);
        assertThat(result.body())
                .contains("\"_index\":\"logs-acme-prod\",\"_id\":\"1\",\"status\":201", "\"_index\":\"orders-acme\"")
                .contains(
                        "\"_index\":\"logs-bolt-prod\"",
                        "\"_index\":\"logs\"",
                        "not [logs-acme-*]\"",
                        "\"_id\":\"2\",\"status\":200");
        assertThat(result.upstreamHead().headers().get("X-Opaque-Id")).isEqualTo("acme");
        assertThat(result.fact(ExchangeKey.TENANT)).isEqualTo("acme");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"index\":{}}\n{}\n",
                "{\"index\":{\"_index\":\"logs-*\"}}\n{}\n",
                "{\"index\":{\"_index\":\"logs\"}}\n{}\n",
                "{\"index\":{\"_inde\\u0078\":\"logs-acme\"}}\n{}\n",
                "{\"index\":{\"_index\":\"logs-acm\\u0065\"}}\n{}\n",
                "{\"index\":{\"_id\":\"1\"}}\n{\"_index\":\"logs-acme\"}\n",
                "\n{\"index\":{\"_index\":\"logs-acme\"}}\n{}\n",
                ""
            })
    void takesABulkForNobodysWhoseFirstLineNamesNoTenant(String body) {
        assertThat(call(own, "POST", "/_bulk").body(body).everySplit().status()).isEqualTo(403);
    }

    @Test
    void letsTheUrlDecideBeforeTheLines() {
        HarnessResult result = call(own, "POST", "/logs-acme-prod/_bulk")
                .body("{\"index\":{\"_id\":\"1\"}}\n{}\n{\"index\":{\"_index\":\"logs-bolt-prod\"}}\n{}\n")
                .upstream(200, "application/json", "{\"items\":[{\"index\":{\"_index\":\"acme.logs-prod\"}}]}")
                .everySplit();

        assertThat(sent(result)).isEqualTo("/acme.logs-prod/_bulk");
        assertThat(result.upstreamBody()).isEqualTo("{\"index\":{\"_id\":\"1\"}}\n{}\n");
        assertThat(result.body()).contains("\"_index\":\"logs-acme-prod\"", "\"_index\":\"logs-bolt-prod\"");
    }

    @Test
    void letsTheFirstLineOfSeveralSearchesDecide() {
        HarnessResult result = call(shared, "POST", "/_msearch")
                .body("{\"index\":[\"logs-acme-a\",\"logs-acme-b\"]}\n{\"size\":0}\n{\"index\":\"logs-acme-*\"}\n{}\n")
                .everySplit();

        assertThat(result.upstreamBody())
                .startsWith(
                        "{\"index\":[\"logs-a\",\"logs-b\"],\"search_type\":\"dfs_query_then_fetch\"}\n{\"size\":0,")
                .contains("\n{\"index\":\"logs-*\",\"search_type\":\"dfs_query_then_fetch\"}\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /_msearch                | {"index":"logs-acme-a"}#{}#{"index":"logs-bolt-a"}#{}#
            /_msearch                | {"index":"logs-acme-a"}#{}#{"index":"*"}#{}#
            /_msearch                | {"index":"logs-acme-a"}#{}#{"index":""}#{}#
            /_msearch                | {"index":"logs-acme-a"}#{}#{}#{}#
            /_msearch                | {"index":"logs-acme-a"}#{}##{}#
            /_msearch                | {"index":"logs-acme-a"}#{}#{"index":["logs-acme-a","logs-bolt-a"]}#{}#
            /_msearch                | {"index":"logs-acme-a","indices":"logs-bolt-a"}#{}#
            /_msearch                | {}#{}#{"index":"logs-acme-a"}#{}#
            /_msearch                | #{}#
            /_msearch                | {"index":"logs-acme-a"}#{}#{"index":[]}#{}#
            /_msearch                | {"index":"logs-acme-a"}#{}#{"index":[],"expand_wildcards":["open"]}#{}#
            /logs-acme-a/_msearch    | {"index":[]}#{}#
            /logs-acme-a/_msearch    | {"index":"logs-bolt-a"}#{}#
            /_mget                   | {"docs":[{"_index":"logs-acme-a","_id":"1"},{"_index":"logs-bolt-a","_id":"1"}]}
            /_mget                   | {"docs":[{"_index":"logs-*","_id":"1"}]}
            /_mget                   | {"ids":["1"]}
            /logs-acme-a/_mget       | {"docs":[{"_index":"logs-bolt-a","_id":"1"}]}
            /logs-acme-a/_search     | {"query":{"terms":{"a":{"index":"logs-bolt-a","id":"1","path":"a"}}}}
            /logs-acme-a/_search     | {"query":{"term":{"_index":"logs-bolt-a"}}}
            /logs-acme-a/_search     | {"indices_boost":[{"logs-bolt-a":2}]}
            """)
    void refusesTheWholeRequestForANameOfAnotherTenant(String target, String body) {
        String lines = body.replace('#', '\n');

        assertThat(call(own, "POST", target).body(lines).everySplit().status()).isEqualTo(403);
        assertThat(call(shared, "POST", target).body(lines).everySplit().status())
                .isEqualTo(403);
    }

    @Test
    void searchesWithTheDefaultOfTheUrl() {
        assertThat(call(own, "POST", "/logs-acme-a/_msearch")
                        .body("{}\n{}\n")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo("{\"index\":\"acme.logs-a\"}\n{}\n");
    }

    @Test
    void getsSeveralDocumentsOfOneTenant() {
        HarnessResult result = call(shared, "POST", "/_mget")
                .body(
                        "{\"docs\":[{\"_index\":\"logs-acme-a\",\"_id\":\"1\"},{\"_index\":\"logs-acme\",\"_id\":\"2\"}]}")
                .upstream(200, "application/json", "{\"docs\":[{\"_index\":\"logs-a\",\"_id\":\"acme:1\"}]}")
                .everySplit();

        assertThat(result.upstreamBody())
                .isEqualTo(
                        "{\"docs\":[{\"_index\":\"logs-a\",\"_id\":\"acme:1\"},{\"_index\":\"logs\",\"_id\":\"acme:2\"}]}");
        assertThat(result.body()).isEqualTo("{\"docs\":[{\"_index\":\"logs-acme-a\",\"_id\":\"1\"}]}");
    }

    @Test
    void comparesNamesOfIndices() {
        assertThat(call(own, "POST", "/logs-acme-a/_search")
                        .body("{\"query\":{\"terms\":{\"_index\":[\"logs-acme-a\",\"logs-acme-*\"]}}}")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo("{\"query\":{\"terms\":{\"_index\":[\"acme.logs-a\",\"acme.logs-*\"]}}}");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsTheTenantInHandles(boolean sharedLayout) {
        FilterHarness harness = sharedLayout ? mixed : own;
        String index = sharedLayout ? "logs-a" : "acme.logs-a";
        String id = sharedLayout ? "acme:1" : "1";
        String hits = "{\"hits\":{\"hits\":[{\"_index\":\"" + index + "\",\"_id\":\"" + id + "\"}]}}";
        String handle = handle(harness, "/logs-acme-a/_search?scroll=1m", "{\"_scroll_id\":\"ID\"}");
        String foreign = handle(harness, "/logs-bolt-a/_search?scroll=1m", "{\"_scroll_id\":\"ID\"}");
        String pit = handle(harness, "/logs-acme-a/_pit?keep_alive=1m", "{\"id\":\"ID\"}");

        for (HarnessCall next : new HarnessCall[] {
            call(harness, "POST", "/_search/scroll").body("{\"scroll\":\"1m\",\"scroll_id\":\"" + handle + "\"}"),
            call(harness, "GET", "/_search/scroll?scroll_id=" + handle),
            call(harness, "POST", "/_search/scroll/" + handle).body("{\"scroll\":\"1m\"}"),
            call(harness, "POST", "/_search").body("{\"pit\":{\"id\":\"" + pit + "\"}}")
        }) {
            HarnessResult result = next.upstream(200, "application/json", hits).everySplit();
            assertThat(result.body()).contains("\"_index\":\"logs-acme-a\",\"_id\":\"1\"");
            assertThat(result.fact(ExchangeKey.TENANT)).isEqualTo("acme");
        }
        assertThat(call(harness, "DELETE", "/_search/scroll")
                        .body("{\"scroll_id\":[\"" + handle + "\",\"" + foreign + "\"]}")
                        .everySplit()
                        .status())
                .isEqualTo(404);
        assertThat(call(harness, "POST", "/_search")
                        .body("{\"query\":{\"term\":{\"a\":\"" + pit + "\"}}}")
                        .everySplit()
                        .status())
                .isEqualTo(403);
        assertThat(call(harness, "POST", "/_search/scroll")
                        .body("{\"scroll_id\":\"DnF1ZXJ5VGhlbkZldGNoBQAAAAAAAAABFnZCUmM4bzVtUkxDUVVqV1ZWQ1pKdw\"}")
                        .send()
                        .status())
                .isEqualTo(403);
    }

    private static String handle(FilterHarness harness, String target, String answer) {
        return call(harness, "POST", target)
                .upstream(200, "application/json", answer)
                .send()
                .body()
                .replaceAll(".*?id\":\"([^\"]{20,}+)\".*", "$1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "from: [{ index: '(?<prefix>.*)-(?<tenant>.*)(?<postfix>.*)' }]",
                "from: [{ index: '[^-]+' }]",
                "from: [{ index: '(?<tenant>[^-]+)-(?<postfix>.*)' }, { principal: {} }]",
                "from: [{ index: '(?<tenant>[^-]+)-(?<postfix>.*)' }, { index: '(?<tenant>[^-]+)-(?<postfix>.*)' }]",
                "hyphens: true\nfrom: [{ index: '(?<tenant>[^-]+)-(?<postfix>.*)' }]"
            })
    void refusesSourcesThatAreNoneOrNotTheLast(String from) {
        assertThatThrownBy(() -> FilterHarness.of(new TenantFactory(), from + "\nlayouts: [" + OWN + "]\n"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
