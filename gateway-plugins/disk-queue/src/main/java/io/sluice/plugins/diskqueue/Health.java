package io.sluice.plugins.diskqueue;

import io.sluice.api.queue.QueueFailedException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a queue works. Once it has failed it stays so until it is opened anew. Safe from any thread. */
final class Health {

    private static final Logger LOG = LoggerFactory.getLogger(Health.class);

    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
    private final String queue;

    Health(String queue) {
        this.queue = queue;
    }

    /** The first failure is what the queue shows; each is logged. */
    QueueFailedException fail(String what, Throwable cause) {
        String text = what + ": " + (cause.getMessage() == null ? cause.toString() : cause.getMessage());
        failure.compareAndSet(null, text);
        LOG.atError().addKeyValue("queue", queue).setCause(cause).log("a queue failed and takes no records");
        return new QueueFailedException(text, cause);
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
