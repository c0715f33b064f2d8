package io.sluice.filters.apikey;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.api.ClusterAnswer;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keys and what a cluster says of them, for tests. */
final class Keys {

    private Keys() {}

    static String header(String id, String secret) {
        return "ApiKey " + Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(UTF_8));
    }

    /** The line of a file. */
    static String line(String id, String secret, String more) {
        return id + " sha256:" + HexFormat.of().formatHex(ApiKey.sha256(secret.getBytes(UTF_8))) + " " + more + "\n";
    }

    /** The answer of Elasticsearch 8 and later about a key. */
    static ClusterAnswer accepting(String id, String owner) {
        return new ClusterAnswer(200, body(id, owner));
    }

    static Map<String, @Nullable Object> body(String id, String owner) {
        Map<String, @Nullable Object> body = new HashMap<>();
        body.put("username", owner);
        body.put("roles", List.of());
        body.put("full_name", null);
        body.put("email", null);
        body.put("metadata", Map.of());
        body.put("enabled", true);
        body.put("authentication_realm", Map.of("name", "_es_api_key", "type", "_es_api_key"));
        body.put("lookup_realm", Map.of("name", "_es_api_key", "type", "_es_api_key"));
        body.put("authentication_type", "api_key");
        body.put("api_key", Map.of("id", id, "name", "name of " + id));
        return body;
    }
}
