package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/**
 * A tenant whose names are aliases: one of two indices, of which one takes writes, and one that routes. Each answer's write is in the place
 * that the tenant comes from.
 */
final class MovingAliases {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String TENANT = "rolls";
    private static final int DOCUMENTS = 8;
    private static final int HIDDEN = 120;

    private final HttpClient client;
    private final URI gateway;
    private final ServerPlaces old;

    /** @param old the cluster that has the other place's copies */
    MovingAliases(HttpClient client, URI gateway, ServerPlaces old) {
        this.client = client;
        this.gateway = gateway;
        this.old = old;
    }

    /** Moves the tenant and writes. */
    void assertCopied(MovingGateways gateways) throws Exception {
        String index = "{\"settings\":{\"number_of_shards\":3,\"number_of_replicas\":0},\"aliases\":{%s}}";
        send(
                "PUT",
                "/x-1",
                index.formatted(
                        "\"w\":{\"is_write_index\":true},\"seven\":{\"index_routing\":\"7\",\"search_routing\":\"7\"}"));
        send("PUT", "/x-2", index.formatted("\"w\":{}"));
        hide();
        gateways.command("tenant rolls is in other", "move", TENANT, "--to", "other");
        for (int i = 0; i < HIDDEN; i++) {
            send("GET", "/hid/_doc/" + i, "");
        }

        for (int i = 0; i < DOCUMENTS; i++) {
            send("PUT", "/w/_doc/w" + i, document(i));
            assertThat(copy("w" + i, "")).isEqualTo(i);
            send("PUT", "/seven/_doc/s" + i, document(i));
            assertThat(copy("s" + i, "?routing=7")).isEqualTo(i);
        }

        send("POST", "/_bulk", lines("{\"index\":{\"_index\":\"%s\",\"_id\":\"%s\"}}\n{\"n\":100}\n"));
        for (int i = 0; i < DOCUMENTS; i++) {
            assertThat(copy("w" + i, "")).isEqualTo(100);
            assertThat(copy("s" + i, "?routing=7")).isEqualTo(100);
        }

        send("POST", "/_bulk", lines("{\"delete\":{\"_index\":\"%s\",\"_id\":\"%s\"}}\n"));
        for (int i = 0; i < DOCUMENTS; i++) {
            assertThat(copy("w" + i, "")).isEqualTo(-1);
            assertThat(copy("s" + i, "?routing=7")).isEqualTo(-1);
        }
    }

    /** Moves the tenant back for good, into indices that are still there as they were. */
    void assertFollowed(MovingGateways gateways) throws Exception {
        gateways.command("for good", "finish", TENANT);
        send("POST", "/_aliases", """
                {"actions":[{"remove":{"index":"x-1","alias":"w"}},
                  {"add":{"index":"x-2","alias":"w","is_write_index":true}}]}""");
        send("PUT", "/x-1/_mapping", "{\"properties\":{\"k\":{\"type\":\"keyword\"}}}");
        send("PUT", "/x-2/_settings", "{\"index.max_result_window\":20000}");

        gateways.command("tenant rolls is in default", "move", TENANT, "--to", "default");

        JsonNode indices = old.sendAny("GET", "/" + TENANT + ".x-*", "");
        JsonNode one = indices.path(TENANT + ".x-1");
        JsonNode two = indices.path(TENANT + ".x-2");
        assertThat(one.path("aliases").has(TENANT + ".w")).as(one.toString()).isFalse();
        assertThat(one.path("aliases").has(TENANT + ".seven")).isTrue();
        assertThat(one.at("/mappings/properties/k/type").asText()).isEqualTo("keyword");
        assertThat(two.path("aliases")
                        .path(TENANT + ".w")
                        .path("is_write_index")
                        .asBoolean())
                .as(two.toString())
                .isTrue();
        assertThat(two.at("/settings/index/max_result_window").asInt()).isEqualTo(20_000);
    }

    // A wildcard does not stand for it, and its pages are short.
    private void hide() throws Exception {
        send("PUT", "/hid", """
                {"settings":{"number_of_shards":1,"number_of_replicas":0,"hidden":true,"max_result_window":50}}""");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < HIDDEN; i++) {
            lines.append("{\"index\":{\"_index\":\"hid\",\"_id\":\"" + i + "\"}}\n{\"n\":" + i + "}\n");
        }
        send("POST", "/_bulk", lines.toString());
    }

    private static String document(int n) {
        return "{\"n\":" + n + "}";
    }

    private static String lines(String item) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < DOCUMENTS; i++) {
            lines.append(item.formatted("w", "w" + i)).append(item.formatted("seven", "s" + i));
        }
        return lines.toString();
    }

    /** What a document has in the place that the tenant comes from; -1 if it is not there. */
    private int copy(String id, String query) throws Exception {
        JsonNode found = old.sendAny("GET", "/" + TENANT + ".x-1/_doc/" + id + query, "");
        return found.at("/_source/n").asInt(-1);
    }

    private void send(String method, String target, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(gateway + target))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("X-Tenant", TENANT)
                .header("Content-Type", "application/json")
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
        assertThat(MAPPER.readTree(answer.body()).path("errors").asBoolean())
                .as(answer.body())
                .isFalse();
    }
}
