package io.sluice.bench.filter;

import io.sluice.api.Headers;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import java.util.List;
import java.util.Locale;

/** Reads a request's head as it is typed, and adds what a client adds. */
final class CalledHead {
    private CalledHead() {}

    /**
     * The head of a request.
     *
     * @param request method and target
     * @param lines headers, each as in {@code Name: value}
     * @param bodyBytes size of its body
     * @throws IllegalArgumentException if any of it is not of that form
     */
    static RequestHead of(String request, List<String> lines, long bodyBytes) {
        String[] words = request.strip().split("\\s+");
        if (words.length != 2) {
            throw new IllegalArgumentException(
                    "a request is written 'METHOD /path', as in 'POST /logs/_bulk', not '" + request + "'");
        }
        Headers headers = Headers.empty();
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IllegalArgumentException("a header is written 'Name: value', not '" + line + "'");
            }
            headers = headers.and(
                    line.substring(0, colon).strip(), line.substring(colon + 1).strip());
        }
        RequestTarget target = RequestTarget.parse(words[1]);
        headers = added(headers, "Host", "localhost:9200");
        if (bodyBytes > 0) {
            headers = added(headers, "Content-Type", contentType(target.raw()));
            headers = headers.with("Content-Length", Long.toString(bodyBytes));
        }
        return new RequestHead(words[0].toUpperCase(Locale.ROOT), target, headers);
    }

    private static Headers added(Headers headers, String name, String value) {
        return headers.contains(name) ? headers : headers.and(name, value);
    }

    private static String contentType(String target) {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        boolean lines = path.endsWith("/_bulk") || path.endsWith("/_msearch") || path.endsWith("/_msearch/template");
        return lines ? "application/x-ndjson" : "application/json";
    }
}
