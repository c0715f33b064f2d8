package io.sluice.plugins.kafkaqueue;

import io.sluice.api.queue.QueueFailedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a queue takes records: once its topic was found fit, and as long as it is. Safe from any thread. */
final class Gate {

    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

    /**
     * Why nothing is taken.
     *
     * @param needsHelp whether an operator has to mend something; else it passes
     */
    private record Closed(String reason, boolean needsHelp) {}

    private final String queue;
    /** The log says that Kafka is away. */
    private boolean awayLogged;

    private @Nullable Closed closed = new Closed("Kafka was not asked for the topic yet", false);

    Gate(String queue) {
        this.queue = queue;
    }

    /** The topic can be used. */
    synchronized void open() {
        if (closed != null) {
            LOG.atInfo().addKeyValue("queue", queue).log("a queue's topic can be used");
        }
        closed = null;
    }

    /** The topic cannot be used until somebody changes it. */
    synchronized void unfit(String reason) {
        close(new Closed(reason, true));
    }

    /** Kafka could not be asked: what was known of the topic stays, and without that nothing is taken. */
    synchronized void away(String reason) {
        if (closed != null && !closed.needsHelp()) {
            close(new Closed(reason, false));
        }
    }

    private void close(Closed why) {
        // While Kafka is away, each try may fail in other words.
        boolean known = why.needsHelp() ? why.equals(closed) : awayLogged;
        if (!known) {
            LOG.atError()
                    .addKeyValue("queue", queue)
                    .addKeyValue("reason", why.reason())
                    .log("a queue takes no records");
        }
        awayLogged = !why.needsHelp();
        closed = why;
    }

    /** Whether the topic was found fit, and is. */
    synchronized boolean isOpen() {
        return closed == null;
    }

    /** What is to be mended; null if nothing is. */
    synchronized @Nullable String failure() {
        return closed != null && closed.needsHelp() ? closed.reason() : null;
    }

    /** What an append fails with; null if records are taken. */
    synchronized @Nullable QueueFailedException exception() {
        return closed == null ? null : new QueueFailedException(closed.reason());
    }
}
