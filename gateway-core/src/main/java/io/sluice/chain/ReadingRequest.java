package io.sluice.chain;

import io.sluice.api.RequestTarget;
import java.util.List;
import java.util.Set;

/** Tells requests that change no data from those that do. */
public final class ReadingRequest {
    private static final Set<String> READING_ENDPOINTS =
            Set.of("_search", "_msearch", "_count", "_mget", "_field_caps", "_explain", "_analyze");
    /** What lasts longer than one request. */
    private static final Set<String> STATEFUL = Set.of("scroll", "_pit", "point_in_time", "_async_search");

    private ReadingRequest() {}

    /** True if the request reads, whatever else it opens or closes for that. */
    public static boolean is(String method, RequestTarget target) {
        return switch (method) {
            case "GET", "HEAD", "OPTIONS" -> true;
            case "POST" -> isStateful(target) || reads(target.rawSegments());
            default -> false;
        };
    }

    /** True if the path is one of a scroll, a point in time or an asynchronous search. */
    public static boolean isStateful(RequestTarget target) {
        for (String segment : target.rawSegments()) {
            if (STATEFUL.contains(segment)) {
                return true;
            }
        }
        return false;
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
