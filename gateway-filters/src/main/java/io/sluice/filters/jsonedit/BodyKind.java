package io.sluice.filters.jsonedit;

import io.sluice.api.RequestTarget;
import java.util.List;

/** How to parse the body of a request; Elasticsearch decides that by the endpoint, not by the content type. */
enum BodyKind {
    /** One JSON value. */
    JSON,
    /** Actions and documents, line by line. */
    BULK,
    /** Headers and searches, line by line. */
    MSEARCH;

    static BodyKind of(RequestTarget target) {
        List<String> segments = target.rawSegments();
        int count = segments.size();
        String last = count == 0 ? "" : segments.getLast();
        if (last.equals("_bulk")) {
            return BULK;
        }
        boolean template =
                last.equals("template") && count > 1 && segments.get(count - 2).equals("_msearch");
        return template || last.equals("_msearch") ? MSEARCH : JSON;
    }
}
