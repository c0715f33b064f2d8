package io.sluice.exchange;

import io.sluice.api.RequestTarget;
import java.util.List;
import java.util.Set;

/** Which requests may be sent a second time although the first may have been executed: those that only read. */
final class ReplayRule {
    private static final Set<String> READING_ENDPOINTS =
            Set.of("_search", "_msearch", "_count", "_mget", "_field_caps", "_explain", "_analyze");
    private static final Set<String> STATEFUL = Set.of("scroll", "_pit", "point_in_time", "_async_search");

    private ReplayRule() {}

    static boolean isReplayable(String method, RequestTarget target) {
        List<String> segments = target.rawSegments();
        for (String segment : segments) {
            if (STATEFUL.contains(segment)) {
                return false;
            }
        }
        if (target.rawQuery() != null && opensScroll(target)) {
            return false;
        }
        return switch (method) {
            case "GET", "HEAD" -> true;
            case "POST" -> reads(segments);
            default -> false;
        };
    }

    private static boolean opensScroll(RequestTarget target) {
        try {
            return target.parameter("scroll") != null;
        } catch (IllegalArgumentException e) {
            return true;
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
