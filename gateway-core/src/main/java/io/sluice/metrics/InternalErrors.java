package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
        counter.increment();
        LOG.atError().addKeyValue("ended", what).setCause(thrown).log("an unexpected exception, which is a bug");
    }
}
