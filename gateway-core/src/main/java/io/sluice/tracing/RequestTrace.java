package io.sluice.tracing;

import io.netty.handler.codec.http.HttpHeaders;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.sluice.api.ExchangeSummary.Traffic;
import io.sluice.api.TraceContext;
import io.sluice.config.HostPort;
import org.jspecify.annotations.Nullable;

/**
 * The spans of one request that is traced: its own, and within it those of filters, of nodes that it was sent to, and of the parts of
 * a bulk. On the exchange's event loop.
 */
public final class RequestTrace {
    static final int FIRST_ERROR = 400;
    private static final int FIRST_SERVER_ERROR = 500;

    private final Tracer tracer;
    private final Span request;
    private @Nullable Span upstream;

    RequestTrace(Tracer tracer, Span request) {
        this.tracer = tracer;
        this.request = request;
    }

    /** The request's own span as others refer to it. */
    public TraceContext context() {
        SpanContext own = request.getSpanContext();
        return new TraceContext(own.getTraceId(), own.getSpanId(), true);
    }

    /** The request is sent to a node now; if it was sent to another before, that one failed. */
    public void sending(String cluster, HostPort node) {
        if (upstream != null) {
            upstream.setStatus(StatusCode.ERROR).setAttribute("error.type", "upstream");
            upstream.end();
        }
        upstream = call("upstream", cluster, node);
    }

    /** A part of the request, which is a bulk, is to be sent to a node; its span is ended before this ends. */
    public PartSpan part(String cluster, HostPort node) {
        return new PartSpan(call("bulk part", cluster, node));
    }

    private Span call(String name, String cluster, HostPort node) {
        return tracer.spanBuilder(name)
                .setParent(Context.root().with(request))
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute("server.address", node.host())
                .setAttribute("server.port", node.port())
                .setAttribute("sluice.cluster", cluster)
                .startSpan();
    }

    /** The spans of the filters that decide on the request, or on the answer; they are ended before this ends. */
    public FilterSpans filters(FilterSpans.Subject subject) {
        return new FilterSpans(tracer, request, subject);
    }

    /** Makes what the node does a part of the trace: it is called by the last span. */
    public void addTo(HttpHeaders headers) {
        name(upstream == null ? request : upstream, headers);
    }

    /** Names a span as the caller in the head of a request. */
    static void name(Span span, HttpHeaders headers) {
        SpanContext caller = span.getSpanContext();
        headers.set("traceparent", "00-" + caller.getTraceId() + "-" + caller.getSpanId() + "-01");
    }

    /**
     * Ends all spans.
     *
     * @param status of the client's answer; 0 if none was sent
     * @param failure the kind of failure; null for none
     */
    public void end(int status, @Nullable String failure, Traffic traffic) {
        if (upstream != null) {
            tell(upstream, status, failure, FIRST_ERROR);
            upstream.end();
        }
        tell(request, status, failure, FIRST_SERVER_ERROR);
        request.setAttribute("http.request.body.size", traffic.requestBytes())
                .setAttribute("http.response.body.size", traffic.responseBytes())
                .end();
    }

    /**
     * Says what came of it.
     *
     * @param firstError the first status that is an error for the side whose span it is
     */
    static void tell(Span span, int status, @Nullable String failure, int firstError) {
        if (status > 0) {
            span.setAttribute("http.response.status_code", status);
        }
        boolean cutOff = status < FIRST_ERROR && failure != null;
        if (status == 0 || status >= firstError || cutOff) {
            span.setStatus(StatusCode.ERROR).setAttribute("error.type", failure == null ? "" + status : failure);
        }
    }
}
