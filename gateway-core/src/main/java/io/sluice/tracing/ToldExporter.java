package io.sluice.tracing;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.sluice.failure.LogPace;
import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the gateway's log once a minute that a collector did not take spans; they are lost. On the SDK's thread. */
final class ToldExporter implements SpanExporter {
    private static final Logger LOG = LoggerFactory.getLogger(ToldExporter.class);

    private final SpanExporter exporter;
    private final String endpoint;
    private final LogPace pace = new LogPace(Duration.ofMinutes(1));

    ToldExporter(SpanExporter exporter, String endpoint) {
        this.exporter = exporter;
        this.endpoint = endpoint;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        CompletableResultCode result = exporter.export(spans);
        int count = spans.size();
        return result.whenComplete(() -> {
            if (!result.isSuccess()) {
                tell(count, result.getFailureThrowable());
            }
        });
    }

    private void tell(int spans, @Nullable Throwable why) {
        long unlogged = pace.next(System.nanoTime());
        if (unlogged >= 0) {
            LOG.atWarn()
                    .addKeyValue("endpoint", endpoint)
                    .addKeyValue("spans", spans)
                    .addKeyValue("reason", why == null ? "none was told" : why.toString())
                    .addKeyValue("unlogged", unlogged)
                    .log("spans could not be sent and are lost");
        }
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
