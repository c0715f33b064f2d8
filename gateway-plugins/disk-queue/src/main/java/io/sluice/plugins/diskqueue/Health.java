package io.sluice.plugins.diskqueue;

import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.Troubles;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a queue works. Once it has failed it stays so until it is opened anew; what is tried again is a trouble only. Safe from any
 * thread.
 */
final class Health {

    private static final Logger LOG = LoggerFactory.getLogger(Health.class);

    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
    private final Troubles troubles = new Troubles();
    private final String queue;

    Health(String queue) {
        this.queue = queue;
    }

    /** The first failure is what the queue shows; each is logged. */
    QueueFailedException fail(String what, Throwable cause) {
        String text = text(what, cause);
        failure.compareAndSet(null, text);
        LOG.atError().addKeyValue("queue", queue).setCause(cause).log("a queue failed and takes no records");
        return new QueueFailedException(text, cause);
    }

    private static String text(String what, Throwable cause) {
        return what + ": " + (cause.getMessage() == null ? cause.toString() : cause.getMessage());
    }

    /**
     * A part of the queue fails at something, and tries it again.
     *
     * @return what the queue shows
     */
    String troubled(String part, String what, Throwable cause) {
        String text = text(what, cause);
        if (troubles.note(part, text)) {
            LOG.atError()
                    .addKeyValue("queue", queue)
                    .setCause(cause)
                    .log("a queue fails at something and tries it again");
        }
        return text;
    }

    /** A part of the queue works. */
    void works(String part) {
        if (troubles.over(part)) {
            LOG.atInfo().addKeyValue("queue", queue).addKeyValue("part", part).log("a part of a queue works again");
        }
    }

    /** What is tried again; null if nothing is. */
    @Nullable String trouble() {
        return troubles.some();
    }

    /** Why the queue failed; null if it works. */
    @Nullable String failure() {
        return failure.get();
    }

    /** What an append fails with; null if the queue works. */
    @Nullable QueueFailedException exception() {
        String text = failure.get();
        return text == null ? null : new QueueFailedException(text);
    }
}
