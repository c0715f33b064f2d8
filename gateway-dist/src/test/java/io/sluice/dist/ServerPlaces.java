package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Document placement as reported by a real cluster: {@code [index][shard] host:port}. For one thread. */
final class ServerPlaces {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpClient client;
    private final URI server;
    private final Map<String, String> addresses = new HashMap<>();

    ServerPlaces(HttpClient client, URI server) throws Exception {
        this.client = client;
        this.server = server;
        get("/_nodes/http")
                .path("nodes")
                .properties()
                .forEach(node -> addresses.put(
                        node.getKey(),
                        node.getValue().at("/http/publish_address").asText()));
    }

    /** A request whose answer must not be an error. */
    JsonNode send(String method, String target, String body) throws Exception {
        JsonNode answer = sendAny(method, target, body);
        if (answer.path("status").asInt() >= 400) {
            throw new IOException(method + " " + target + ": " + answer);
        }
        return answer;
    }

    /** A request that may be refused. */
    JsonNode sendAny(String method, String target, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(target))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .build();
        return MAPPER.readTree(
                client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body());
    }

    JsonNode get(String target) throws Exception {
        return send("GET", target, "");
    }

    /** Sends a bulk of which every item must succeed. */
    void bulk(String target, String body) throws Exception {
        JsonNode answer = send("POST", target + (target.contains("?") ? "&" : "?") + "refresh=true", body);
        if (answer.path("errors").asBoolean()) {
            for (JsonNode item : answer.path("items")) {
                if (item.elements().next().has("error")) {
                    throw new IOException("an item failed: " + item);
                }
            }
        }
    }

    /** Where each document is, by its field {@code n}. */
    Map<Integer, String> landed(String index) throws Exception {
        String query = "{\"size\":10000,\"explain\":true,\"_source\":[\"n\"],\"query\":{\"match_all\":{}}}";
        Map<Integer, String> landed = new HashMap<>();
        for (JsonNode hit :
                send("POST", "/" + encode(index) + "/_search", query).at("/hits/hits")) {
            landed.put(
                    hit.at("/_source/n").asInt(),
                    hit.path("_shard").asText() + " "
                            + addresses.get(hit.path("_node").asText()));
        }
        return landed;
    }

    /** Where documents of a routing are. */
    String ofRouting(String index, String routing) throws Exception {
        JsonNode copies = get("/" + encode(index) + "/_search_shards?routing=" + encode(routing))
                .path("shards");
        JsonNode copy = copies.get(0).get(0);
        return "[" + copy.path("index").asText() + "][" + copy.path("shard").asInt() + "] "
                + addresses.get(copy.path("node").asText());
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
