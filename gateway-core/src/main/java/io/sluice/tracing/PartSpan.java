package io.sluice.tracing;

import io.netty.handler.codec.http.HttpHeaders;
import io.opentelemetry.api.trace.Span;
import org.jspecify.annotations.Nullable;

/** The span of one request to one node with a part of a bulk. On the bulk's event loop. */
public final class PartSpan {
    private final Span span;
    private int status;

    PartSpan(Span span) {
        this.span = span;
    }

    /** Makes what the node does a part of the trace. */
    public void addTo(HttpHeaders headers) {
        RequestTrace.name(span, headers);
    }

    /** The head of the node's answer has come. */
    public void answered(int answer) {
        status = answer;
    }

    /**
     * Ends the span.
     *
     * @param items of the bulk that the part has
     * @param bytes of them that were sent, without the head
     * @param failure what failed; null for nothing
     */
    public void end(int items, long bytes, @Nullable String failure) {
        RequestTrace.tell(span, status, failure, RequestTrace.FIRST_ERROR);
        span.setAttribute("sluice.bulk.items", items)
                .setAttribute("http.request.body.size", bytes)
                .end();
    }
}
