package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Users who may read some indices page through them before real servers, and nobody pages with the ids of another. */
class AuthorizeIT {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

    private static final String AUTHORIZE = """
                  - type: authorize
                    config:
                      resolve: %s
                      handles: { keys: ["%s"] }
                      rules: [{ allow: { classes: [read], indices: ["logs-*", "alice.logs-*", "bob.logs-*"] } }]
            """;

    private static final String TENANT = """
                  - type: tenant
                    config:
                      from: [{ principal: { realm: api-key } }]
                      layouts: [{ indexPerTenant: { indices: ["*"], template: "{tenant}.{index}" } }]
            """;

    @TempDir
    Path home;

    private final HttpClient client = HttpClient.newHttpClient();
    private ServerKind kind;
    private URI server;
    private RunningGateway gateway;
    private String alice;
    private String bob;

    @ParameterizedTest
    @EachServer
    void letsUsersPageThroughWhatTheyOpened(ServerKind kind) throws Exception {
        // Given
        this.kind = kind;
        DevCluster cluster = SharedClusters.empty(kind);
        server = cluster.address(0);
        for (String index : List.of("logs-1", "alice.logs-1", "bob.logs-1", "secret-1")) {
            for (int i = 0; i < 3; i++) {
                send(server, "", "PUT", "/" + index + "/_doc/" + i + "?refresh=true", "{\"n\":" + i + "}");
            }
        }
        try (RunningGateway started = start()) {
            gateway = started;
            for (String listener : List.of("plain", "before", "behind")) {
                // When, Then
                scrolls(listener);
                pointsInTime(listener);
            }
            scrollsAtAnotherGateway();
            scrollsInUrls();
        }
    }

    private RunningGateway start() throws Exception {
        Distribution distribution = Distribution.copyTo(home.resolve("sluice"));
        Path keys = distribution.home().resolve("config/samples/keys");
        alice = "ApiKey " + Files.readString(keys.resolve("alice.key")).strip();
        bob = "ApiKey " + Files.readString(keys.resolve("bob.key")).strip();
        String otherKey = Base64.getEncoder().encodeToString("0123456789abcdef0123456789abcdef".getBytes());
        StringBuilder flows = new StringBuilder();
        flows.append(flow("plain", AUTHORIZE.formatted("true", KEY)));
        flows.append(flow("peer", AUTHORIZE.formatted("true", KEY)));
        flows.append(flow("stranger", AUTHORIZE.formatted("true", otherKey)));
        flows.append(flow("before", AUTHORIZE.formatted("false", KEY) + TENANT));
        flows.append(flow("behind", TENANT + AUTHORIZE.formatted("true", KEY)));
        StringBuilder listeners = new StringBuilder();
        for (String name : List.of("plain", "peer", "stranger", "before", "behind")) {
            listeners
                    .append("  - { name: ")
                    .append(name)
                    .append(", bind: \"127.0.0.1:0\", routes: [{ flow: ")
                    .append(name)
                    .append(" }] }\n");
        }
        distribution.configure("""
                admin: { enabled: false }
                plugins: { directory: ../plugins }
                clusters: { primary: { nodes: ["%s"] } }
                flows:
                %slisteners:
                %s""".formatted(server, flows, listeners));
        return distribution.start();
    }

    private static String flow(String name, String filters) {
        return "  " + name + ":\n    filters:\n"
                + "      - { type: api-key, config: { file: samples/keys/keys.txt } }\n"
                + filters
                + "    relay: { cluster: primary }\n";
    }

    private void scrolls(String listener) throws Exception {
        JsonNode first = ok(as(alice, listener, "POST", "/logs-1/_search?scroll=1m&size=1", "{}"));
        String own = first.path("_scroll_id").asText();
        String body = "{\"scroll\":\"1m\",\"scroll_id\":\"%s\"}";

        assertDenied(as(bob, listener, "POST", "/_search/scroll", body.formatted(own)));
        assertDenied(as(bob, listener, "DELETE", "/_search/scroll", "{\"scroll_id\":\"" + own + "\"}"));
        String raw = ok(send(server, "", "POST", "/secret-1/_search?scroll=1m&size=1", "{}"))
                .path("_scroll_id")
                .asText();
        assertDenied(as(alice, listener, "POST", "/_search/scroll", body.formatted(raw)));

        JsonNode second = ok(as(alice, listener, "POST", "/_search/scroll", body.formatted(own)));
        JsonNode third = ok(as(
                alice,
                listener,
                "POST",
                "/_search/scroll",
                body.formatted(second.path("_scroll_id").asText())));
        assertThat(List.of(document(first), document(second), document(third)))
                .containsExactlyInAnyOrder("logs-1/0", "logs-1/1", "logs-1/2");
        String last = third.path("_scroll_id").asText();
        JsonNode closed = ok(as(alice, listener, "DELETE", "/_search/scroll", "{\"scroll_id\":[\"" + last + "\"]}"));
        assertThat(closed.path("succeeded").asBoolean()).isTrue();
        assertThat(as(alice, listener, "POST", "/_search/scroll", body.formatted(last))
                        .statusCode())
                .isEqualTo(404);
        ok(send(server, "", "DELETE", "/_search/scroll", "{\"scroll_id\":\"" + raw + "\"}"));
    }

    // What a filter before calls the index, it is shown to the client by its own name again.
    private static String document(JsonNode answer) {
        JsonNode hit = answer.at("/hits/hits/0");
        return hit.path("_index").asText() + "/" + hit.path("_id").asText();
    }

    private void pointsInTime(String listener) throws Exception {
        boolean other = kind.isOpenSearch();
        String path = other ? "/_search/point_in_time" : "/_pit";
        String name = other ? "pit_id" : "id";
        String own = ok(as(alice, listener, "POST", "/logs-1" + path + "?keep_alive=1m", ""))
                .path(name)
                .asText();
        String search = "{\"size\":2,\"pit\":{\"id\":\"%s\",\"keep_alive\":\"1m\"}}";
        String close = "{\"" + name + "\":\"%s\"}";

        assertDenied(as(bob, listener, "POST", "/_search", search.formatted(own)));
        assertDenied(as(bob, listener, "DELETE", path, close.formatted(own)));
        String raw = ok(send(server, "", "POST", "/secret-1" + path + "?keep_alive=1m", ""))
                .path(name)
                .asText();
        assertDenied(as(alice, listener, "POST", "/_search", search.formatted(raw)));

        JsonNode found = ok(as(alice, listener, "POST", "/_search", search.formatted(own)));
        assertThat(found.at("/hits/total/value").asInt()).isEqualTo(3);
        assertThat(document(found)).startsWith("logs-1/");
        String next = found.path("pit_id").asText();
        String lines = "{}\n" + search.formatted(next) + "\n";
        assertThat(ok(as(alice, listener, "POST", "/_msearch", lines))
                        .at("/responses/0/hits/total/value")
                        .asInt())
                .isEqualTo(3);
        ok(as(alice, listener, "DELETE", path, close.formatted(next)));
        assertThat(as(alice, listener, "POST", "/_search", search.formatted(own))
                        .statusCode())
                .isEqualTo(404);
        ok(send(server, "", "DELETE", path, close.formatted(raw)));
    }

    private void scrollsAtAnotherGateway() throws Exception {
        String own = ok(as(alice, "plain", "POST", "/logs-1/_search?scroll=1m&size=1", "{}"))
                .path("_scroll_id")
                .asText();
        String body = "{\"scroll\":\"1m\",\"scroll_id\":\"" + own + "\"}";

        assertDenied(as(alice, "stranger", "POST", "/_search/scroll", body));
        ok(as(alice, "peer", "POST", "/_search/scroll", body));
        ok(as(alice, "peer", "DELETE", "/_search/scroll", "{\"scroll_id\":\"" + own + "\"}"));
    }

    private void scrollsInUrls() throws Exception {
        String own = ok(as(alice, "plain", "POST", "/logs-1/_search?scroll=1m&size=1", "{}"))
                .path("_scroll_id")
                .asText();

        assertDenied(as(bob, "plain", "GET", "/_search/scroll/" + own + "?scroll=1m", ""));
        assertDenied(as(bob, "plain", "DELETE", "/_search/scroll/_all", ""));
        ok(as(alice, "plain", "GET", "/_search/scroll/" + own + "?scroll=1m", ""));
        ok(as(alice, "plain", "GET", "/_search/scroll?scroll=1m&scroll_id=" + own, ""));
        ok(as(alice, "plain", "DELETE", "/_search/scroll/" + own, ""));
    }

    private HttpResponse<String> as(String user, String listener, String method, String target, String body)
            throws Exception {
        return send(gateway.address(listener), user, method, target, body);
    }

    private HttpResponse<String> send(URI address, String user, String method, String target, String body)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + target))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", target.endsWith("_msearch") ? "application/x-ndjson" : "application/json");
        if (!user.isEmpty()) {
            request.header("Authorization", user);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode ok(HttpResponse<String> answer) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return MAPPER.readTree(answer.body());
    }

    // A filter for tenants answers as the server does for an id that it does not know.
    private static void assertDenied(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isIn(403, 404);
        assertThat(answer.body()).contains("\"error\"").doesNotContain("\"hits\"");
    }
}
