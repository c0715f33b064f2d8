package io.sluice.bench.load.scenario;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One kind of request. Path, header values, body and lines may name variables as {@code ${name}}.
 *
 * @param name stands in reports; by default method and path
 * @param method by default POST with a body, GET without
 * @param weight how often it is sent against the others
 * @param body sent as it is, before the lines
 * @param lines repeated, each time with variables drawn anew
 * @param gzip whether the body is sent compressed
 */
public record RequestSpec(
        String name,
        String method,
        String path,
        Integer weight,
        Map<String, String> headers,
        @Nullable Credentials auth,
        @Nullable String body,
        @Nullable Lines lines,
        Boolean gzip,
        Expectation expect) {

    /** A stretch of the body and how often it is repeated; a missing final newline is added. */
    public record Lines(int count, String template) {
        public Lines {
            if (count < 1) {
                throw new IllegalArgumentException("lines.count must be at least 1");
            }
            template = template.endsWith("\n") ? template : template + "\n";
        }
    }

    /** Basic authentication. */
    public record Credentials(String username, String password) {}

    public RequestSpec {
        if (!Objects.requireNonNullElse(path, "").startsWith("/")) {
            throw new IllegalArgumentException("a request needs a path that starts with /");
        }
        method = Objects.requireNonNullElse(method, body == null && lines == null ? "GET" : "POST");
        name = Objects.requireNonNullElse(name, method + " " + path);
        weight = Objects.requireNonNullElse(weight, 1);
        headers = Map.copyOf(Objects.requireNonNullElse(headers, Map.of()));
        gzip = Objects.requireNonNullElse(gzip, false);
        expect = Objects.requireNonNullElse(expect, Expectation.NONE);
        if (weight < 1) {
            throw new IllegalArgumentException("weight must be at least 1");
        }
    }

    /** The same with a header, which replaces one of that name. */
    RequestSpec withHeader(String header, String value) {
        Map<String, String> all = new HashMap<>(headers);
        all.put(header, value);
        return new RequestSpec(name, method, path, weight, all, auth, body, lines, gzip, expect);
    }

    /** Whether the answer has items to count. */
    public boolean bulk() {
        int query = path.indexOf('?');
        return (query < 0 ? path : path.substring(0, query)).endsWith("/_bulk");
    }
}
