package io.sluice.metrics;

import io.netty.util.concurrent.FastThreadLocal;
import io.prometheus.metrics.tracer.common.SpanContext;
import io.sluice.api.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * Tells a registry which traced request it records times of, so that its histograms name the request as an example of such times. A
 * registry asks on the thread that records. Safe from any thread.
 */
public final class ExampleTrace implements SpanContext {
    private static final FastThreadLocal<TraceContext> RECORDED = new FastThreadLocal<>();

    /** Records times of a request that is traced. */
    static void during(TraceContext trace, Runnable recording) {
        RECORDED.set(trace);
        try {
            recording.run();
        } finally {
            RECORDED.remove();
        }
    }

    @Override
    public @Nullable String getCurrentTraceId() {
        TraceContext trace = RECORDED.getIfExists();
        return trace == null ? null : trace.traceId();
    }

    @Override
    public @Nullable String getCurrentSpanId() {
        TraceContext trace = RECORDED.getIfExists();
        return trace == null ? null : trace.parentId();
    }

    @Override
    public boolean isCurrentSpanSampled() {
        return RECORDED.getIfExists() != null;
    }

    /** Does nothing: the span has ended, and is sent in any case. */
    @Override
    public void markCurrentSpanAsExemplar() {}
}
