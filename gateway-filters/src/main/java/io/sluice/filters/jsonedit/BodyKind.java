package io.sluice.filters.jsonedit;

import io.sluice.api.Headers;
import io.sluice.api.RequestTarget;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the body of a request is read; Elasticsearch decides that by the endpoint, not by the content type. */
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

    /** True iff the type is JSON, newline-delimited JSON, or one of Elasticsearch's own names for them. */
    static boolean isJson(@Nullable String contentType) {
        if (contentType == null) {
            return false;
        }
        int end = contentType.indexOf(';');
        String type =
                (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        return type.equals("application/json")
                || type.equals("application/x-ndjson")
                || type.equals("application/vnd.elasticsearch+json")
                || type.equals("application/vnd.elasticsearch+x-ndjson");
    }

    /** True iff a body may come that is not JSON. */
    static boolean isForeign(Headers headers) {
        String type = headers.get("Content-Type");
        return type != null && !isJson(type);
    }
}
