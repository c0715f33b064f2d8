package io.sluice.filters.accesslog;

import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterType;
import io.sluice.api.RefusedRequest;
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
        this.writer = new LogWriter(sink(config), config.queue(), context);
        this.writing = context.every(WRITE_EVERY, writer::drain);
    }

    private static LogSink sink(AccessLogConfig config) throws IOException {
        if (config.file() == null) {
            return new StdoutSink(System.out);
        }
        long rotateAt =
                config.rotateAt() == null ? Long.MAX_VALUE : config.rotateAt().bytes();
        return new FileSink(config.file(), rotateAt, config.keep());
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
