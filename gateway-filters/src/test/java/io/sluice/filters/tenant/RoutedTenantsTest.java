package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Json;
import io.sluice.api.Reply;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A shared index in which the documents of a tenant lie in one shard. */
class RoutedTenantsTest extends AcmeTest {

    private static final String ROUTED = "shared: { indices: [logs], routing: tenant }";

    RoutedTenantsTest() {
        super(ROUTED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET    | /logs/_doc/1                 | /logs/_doc/acme:1?routing=acme
            HEAD   | /logs/_doc/1?realtime=false  | /logs/_doc/acme:1?realtime=false&routing=acme
            GET    | /logs/_source/1              | /logs/_source/acme:1?routing=acme
            PUT    | /logs/_doc/1                 | /logs/_doc/acme:1?routing=acme
            PUT    | /logs/_create/1?refresh      | /logs/_create/acme:1?refresh&routing=acme
            DELETE | /logs/_doc/1                 | /logs/_doc/acme:1?routing=acme
            POST   | /logs/_update/1              | /logs/_update/acme:1?routing=acme
            POST   | /logs/_mget                  | /logs/_mget?routing=acme
            GET    | /logs/_search                | /logs/_search?routing=acme
            GET    | /logs/_search?q=a&size=1     | /logs/_search?size=1&routing=acme
            GET    | /_search?size=1              | /logs/_search?size=1&ignore_unavailable=true&routing=acme
            GET    | /logs/_count                 | /logs/_count?routing=acme
            GET    | /_count                      | /logs/_count?ignore_unavailable=true&routing=acme
            POST   | /logs/_update_by_query       | /logs/_update_by_query?routing=acme&search_type=dfs_query_then_fetch
            POST   | /logs/_delete_by_query       | /logs/_delete_by_query?routing=acme&search_type=dfs_query_then_fetch
            POST   | /logs/_pit?keep_alive=1m     | /logs/_pit?keep_alive=1m&routing=acme
            GET    | /logs/_validate/query        | /logs/_validate/query
            GET    | /logs/_field_caps?fields=a   | /logs/_field_caps?fields=a
            GET    | /logs/_mapping               | /logs/_mapping
            POST   | /logs/_bulk                  | /logs/_bulk
            POST   | /_msearch                    | /_msearch
            GET    | /logs/_search?routing=x      |
            GET    | /logs/_search?routing=acme   |
            GET    | /logs/_search?routing=       |
            PUT    | /logs/_doc/1?routing=x       |
            GET    | /logs/_mget?routing=x        |
            POST   | /logs/_bulk?routing=x        |
            POST   | /_bulk?routing=x             |
            POST   | /logs/_pit?routing=x         |
            GET    | /logs/_validate/query?routing=x |
            """)
    void addsTheRoutingToTheUrlAndTakesNoneOfTheClients(String method, String target, @Nullable String sent) {
        HarnessCall call = acme(method, target);
        boolean document = target.contains("_doc") || target.contains("_create") || target.contains("_update/");
        HarnessResult result = (document && method.startsWith("P")
                        ? call.body(target.contains("_update") ? "{\"doc\":{}}" : "{}")
                        : call)
                .send();

        assertThat(result.relayed() ? result.upstreamHead().target().raw() : null)
                .isEqualTo(sent);
        assertThat(result.relayed() || result.status() == 403).isTrue();
    }

    @Test
    void routesDocumentsWithoutAnId() {
        assertThat(acme("POST", "/logs/_doc")
                        .body("{}")
                        .send()
                        .upstreamHead()
                        .target()
                        .raw())
                .matches("/logs/_create/acme:[A-Za-z0-9_-]{20}\\?routing=acme");
    }

    @Test
    void routesEachItemOfABulkAndRejectsThoseThatSayTheirOwn() {
        String bulk = """
                {"index":{"_index":"logs","_id":"1"}}
                {}
                {"delete":{"_index":"logs","_id":"1"}}
                {"update":{"_index":"logs","_id":"1"}}
                {"doc":{}}
                {"create":{"_index":"logs","_id":"2","routing":"x"}}
                {}
                {"delete":{"_index":"logs","_id":"3","routing":"acme"}}
                """;
        String sent = """
                {"index":{"_index":"logs","_id":"acme:1","routing":"acme"}}
                {"tenant_id":"acme"}
                {"delete":{"_index":"logs","_id":"acme:1","routing":"acme"}}
                {"update":{"_index":"logs","_id":"acme:1","routing":"acme"}}
                {"doc":{"tenant_id":"acme"}}
                """;
        String answer = """
                {"took":1,"errors":false,"items":[{"index":{"_index":"logs","_id":"acme:1","status":201}},\
                {"delete":{"_index":"logs","_id":"acme:1","status":200}},{"update":{"_index":"logs","_id":"acme:1","status":404}}]}""";

        HarnessResult result = acme("POST", "/_bulk")
                .body(bulk)
                .upstream(200, "application/json", answer)
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo(sent);
        assertThat(result.body().split("\"status\":403", -1)).hasSize(3);
        try (FilterHarness mixed = FilterHarness.of(
                new TenantFactory(),
                "from: [{ principal: {} }]\nlayouts: [{ " + ROUTED + " }, { indexPerTenant: { indices: ['*'] } }]\n")) {
            assertThat(mixed.request("POST", "/_bulk")
                            .principal("acme")
                            .header("Content-Type", "application/json")
                            .body("{\"index\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n{}\n"
                                    + "{\"index\":{\"_index\":\"own\",\"routing\":\"x\"}}\n{}\n")
                            .everySplit()
                            .upstreamBody())
                    .isEqualTo(
                            "{\"index\":{\"_index\":\"logs\",\"_id\":\"acme:1\",\"routing\":\"acme\"}}\n{\"tenant_id\":\"acme\"}\n"
                                    + "{\"index\":{\"_index\":\"acme.own\",\"routing\":\"x\"}}\n{}\n");
        }
    }

    @Test
    void routesEachOfSeveralSearches() {
        assertThat(acme("POST", "/_msearch")
                        .body("{\"index\":\"logs\"}\n{\"query\":{\"match_all\":{}}}\n{}\n{\"size\":0}\n\n{}\n")
                        .everySplit()
                        .upstreamBody()
                        .lines()
                        .filter(line -> line.contains("index")))
                .containsExactly(
                        "{\"index\":\"logs\",\"routing\":\"acme\"}",
                        "{\"index\":\"logs\",\"routing\":\"acme\"}",
                        "{\"index\":\"logs\",\"routing\":\"acme\"}");
        assertThat(acme("POST", "/_msearch")
                        .body("{\"routing\":\"x\"}\n{}\n")
                        .everySplit()
                        .status())
                .isEqualTo(403);
        assertThat(acme("POST", "/_mget")
                        .body("{\"docs\":[{\"_index\":\"logs\",\"_id\":\"1\",\"routing\":\"x\"}]}")
                        .everySplit()
                        .status())
                .isEqualTo(403);
    }

    @Test
    void addsNoRoutingToASearchOfAPointInTime() {
        String pit = handle(acme("POST", "/logs/_pit?keep_alive=1m"), "{\"id\":\"ID\"}");

        assertThat(acme("POST", "/_search?size=1")
                        .body("{\"pit\":{\"id\":\"" + pit + "\"}}")
                        .everySplit()
                        .upstreamHead()
                        .target()
                        .raw())
                .isEqualTo("/_search?size=1");
    }

    @Test
    void leavesTheRoutingOutOfAnswers() {
        assertThat(acme("GET", "/logs/_search")
                        .upstream(
                                200,
                                "application/json",
                                "{\"hits\":{\"hits\":[{\"_index\":\"logs\",\"_id\":\"acme:1\",\"_routing\":\"acme\",\"_source\":{\"a\":1}}]}}")
                        .everySplit()
                        .body())
                .isEqualTo("{\"hits\":{\"hits\":[{\"_index\":\"logs\",\"_id\":\"1\",\"_source\":{\"a\":1}}]}}");
        assertThat(acme("PUT", "/logs/_doc/1")
                        .body("{}")
                        .upstream(Reply.json(201, Json.parse("{}"))
                                .withHeader("Location", "/logs/_doc/acme%3A1?routing=acme"))
                        .send()
                        .headers()
                        .get("Location"))
                .isEqualTo("/logs/_doc/1");
    }
}
