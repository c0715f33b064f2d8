package io.sluice.filters.accesslog;

import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterType;
import io.sluice.api.RefusedRequest;
import io.sluice.filters.lines.LogWriter;
import java.io.IOException;
import java.time.Duration;

/** Writes a line for every exchange once it is over, and for requests that were refused before they had a flow. Changes nothing and never delays an exchange. */
@FilterType(
        value = "access-log",
        description = "writes a JSON line for every exchange, to a file or to standard output")
final class AccessLogFilter implements Filter {

    private static final Duration WRITE_EVERY = Duration.ofMillis(200);

    private final AccessLogConfig config;
    private final LogWriter writer;
    private final AutoCloseable writing;

    AccessLogFilter(AccessLogConfig config, FilterContext context) throws IOException {
        this.config = config;
        this.writer = new LogWriter("access log", config.sink(), config.queue(), context);
        this.writing = context.every(WRITE_EVERY, writer::drain);
    }

    @Override
    public void onComplete(ExchangeSummary summary) {
        writer.offer(AccessLine.of(summary, config));
    }

    @Override
    public void onRefused(RefusedRequest request) {
        writer.offer(AccessLine.of(request, config));
    }

    @Override
    public void close() {
        try {
            writing.close();
            writer.close();
        } catch (Exception e) {
            throw new IllegalStateException("the access log could not be closed", e);
        }
    }
}
