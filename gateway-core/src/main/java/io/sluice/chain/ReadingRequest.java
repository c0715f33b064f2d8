package io.sluice.chain;

import io.sluice.api.RequestTarget;
import java.util.List;
import java.util.Set;

/** Tells requests that change no data from those that do. */
public final class ReadingRequest {
    private static final Set<String> READING_ENDPOINTS =
            Set.of("_search", "_msearch", "_count", "_mget", "_field_caps", "_explain", "_analyze");
    /** What lasts longer than one request, or may: cursors of {@code _sql} and results that are kept. */
    private static final Set<String> STATEFUL =
            Set.of("scroll", "_pit", "point_in_time", "_async_search", "_sql", "_eql", "_esql", "_query", "_ppl");

    private ReadingRequest() {}

    /** Whether the request only reads; it may open or close a search context. */
    public static boolean is(String method, RequestTarget target) {
        return switch (method) {
            case "GET", "HEAD", "OPTIONS" -> true;
            case "POST" -> isStateful(target) || reads(segments(target));
            default -> false;
        };
    }

    /** True if the path is one of a scroll, a point in time, an asynchronous search or a query language with cursors. */
    public static boolean isStateful(RequestTarget target) {
        for (String segment : segments(target)) {
            if (STATEFUL.contains(segment)) {
                return true;
            }
        }
        return false;
    }

    // A target with a malformed escape is refused by servers, so it names no endpoint.
    private static List<String> segments(RequestTarget target) {
        try {
            return target.segments();
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    private static boolean reads(List<String> segments) {
        int count = segments.size();
        if (count == 0) {
            return false;
        }
        // The endpoint is the last segment that starts an endpoint: /i/_search, /i/_explain/1, /i/_validate/query.
        String last = segments.get(count - 1);
        if (READING_ENDPOINTS.contains(last)) {
            return true;
        }
        String before = count > 1 ? segments.get(count - 2) : "";
        return before.equals("_explain") || before.equals("_validate") && last.equals("query");
    }
}
