package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Unexpected exceptions, caught where an event loop enters an exchange: logged with their stack and counted. Thread-safe. */
public final class InternalErrors {
    private static final Logger LOG = LoggerFactory.getLogger(InternalErrors.class);

    private final Counter counter;

    InternalErrors(GatewayMetrics metrics) {
        this.counter = metrics.count("sluice.internal.errors", "unexpected exceptions; each is a bug, and in the log");
    }

    /**
     * Tells of one.
     *
     * @param what ended because of it
     */
    public void report(String what, Throwable thrown) {
        report(what, null, thrown);
    }

    /**
     * Tells of one.
     *
     * @param what ended because of it
     * @param request the id of the request; null if it concerns none
     */
    public void report(String what, @Nullable String request, Throwable thrown) {
        counter.increment();
        LoggingEventBuilder line = LOG.atError().addKeyValue("ended", what).setCause(thrown);
        if (request != null) {
            line = line.addKeyValue("request", request);
        }
        line.log("an unexpected exception, which is a bug");
    }
}
