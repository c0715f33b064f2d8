package io.sluice.chain;

import io.sluice.api.RequestHead;
import org.jspecify.annotations.Nullable;

/** The kind of body that a filter gives to a request without one. */
enum MadeBody {
    JSON("json"),
    LINES("x-ndjson");

    private static final String CONTENT_TYPE = "Content-Type";
    private static final String COMPATIBLE = "application/vnd.elasticsearch+";

    private final String subtype;

    MadeBody(String subtype) {
        this.subtype = subtype;
    }

    RequestHead typed(RequestHead head) {
        return head.headers().contains(CONTENT_TYPE)
                ? head
                : head.withHeader(CONTENT_TYPE, type(head.headers().get("Accept")));
    }

    // Where the client asks for an answer of another version, the server wants the body's type to name that version
    // too.
    private String type(@Nullable String accept) {
        int parameters = accept == null ? -1 : accept.indexOf(';');
        return accept != null && parameters > 0 && accept.startsWith(COMPATIBLE) && accept.indexOf(',') < 0
                ? COMPATIBLE + subtype + accept.substring(parameters)
                : "application/" + subtype;
    }
}
