package io.sluice.server;

import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is given back together, the newest first. For one thread at a time. */
final class Leases implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

    private final ArrayDeque<Runnable> returns = new ArrayDeque<>();

    /** @param giveBack called once, by {@link #close} */
    void add(Runnable giveBack) {
        returns.push(giveBack);
    }

    /** Gives everything back, whatever one of them throws; may block. */
    @Override
    public void close() {
        while (!returns.isEmpty()) {
            try {
                returns.pop().run();
            } catch (RuntimeException | Error e) {
                LOG.atError().setCause(e).log("a part of a configuration could not be closed");
            }
        }
    }
}
