package io.sluice.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.sluice.api.Exchange;
import io.sluice.api.TraceContext;
import io.sluice.config.TracingConfig;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Decides which requests are traced, and sends their spans to a collector from threads of its own. Safe from any thread. */
public final class Tracing implements AutoCloseable {
    private static final Duration SEND_EVERY = Duration.ofSeconds(1);
    private static final Duration SEND_TIMEOUT = Duration.ofSeconds(5);

    private static final int MAX_TEXT = 2048;

    /** Clients may send any method; names of spans are to be few. */
    private static final Set<String> METHODS =
            Set.of("CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE");

    /** Kept, as the settings of a logger that nobody holds are lost. */
    private final Logger sdkLog = Logger.getLogger("io.opentelemetry");

    private final double sample;
    private final SdkTracerProvider provider;
    private final Tracer tracer;

    public Tracing(TracingConfig config) {
        sdkLog.setUseParentHandlers(false);
        this.sample = config.sample();
        String endpoint = config.endpoint().toString();
        OtlpHttpSpanExporter exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(endpoint)
                .setTimeout(SEND_TIMEOUT)
                .build();
        Resource resource = Resource.getDefault()
                .merge(Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), config.service())));
        this.provider = SdkTracerProvider.builder()
                .setResource(resource)
                .setSampler(Sampler.alwaysOn())
                .setSpanLimits(SpanLimits.builder()
                        .setMaxAttributeValueLength(MAX_TEXT)
                        .build())
                .addSpanProcessor(BatchSpanProcessor.builder(new ToldExporter(exporter, endpoint))
                        .setScheduleDelay(SEND_EVERY)
                        .build())
                .build();
        this.tracer = provider.get("io.sluice");
    }

    /** Begins the trace of a request, or the request's part in its caller's; null if it is not traced. */
    public @Nullable RequestTrace begin(Exchange exchange) {
        TraceContext caller = TraceContext.of(exchange.original().headers());
        boolean wanted = caller == null ? ThreadLocalRandom.current().nextDouble() < sample : caller.sampled();
        return wanted ? new RequestTrace(tracer, span(exchange, caller)) : null;
    }

    private Span span(Exchange exchange, @Nullable TraceContext caller) {
        Context around = Context.root();
        if (caller != null) {
            around = around.with(Span.wrap(SpanContext.createFromRemoteParent(
                    caller.traceId(), caller.parentId(), TraceFlags.getSampled(), TraceState.getDefault())));
        }
        String method = exchange.original().method();
        boolean known = METHODS.contains(method);
        Span span = tracer.spanBuilder(known ? method : "HTTP")
                .setParent(around)
                .setSpanKind(SpanKind.SERVER)
                .setAttribute("http.request.method", known ? method : "_OTHER")
                .setAttribute("url.path", exchange.original().target().rawPath())
                .setAttribute("url.scheme", exchange.secure() ? "https" : "http")
                .setAttribute("client.address", exchange.client().getHostString())
                .setAttribute("sluice.request.id", exchange.id())
                .setAttribute("sluice.listener", exchange.listener())
                .setAttribute("sluice.flow", exchange.flow())
                .startSpan();
        if (!known) {
            span.setAttribute("http.request.method_original", method);
        }
        String agent = exchange.original().headers().get("user-agent");
        return agent == null ? span : span.setAttribute("user_agent.original", agent);
    }

    /** Sends what is left, for five seconds at most, and ends the threads. */
    @Override
    public void close() {
        provider.shutdown().join(SEND_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
