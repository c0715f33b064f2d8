package io.sluice.queue;

import io.sluice.config.QueueRetryConfig;
import io.sluice.failure.Pauses;

/** How long a lane waits before it tries again. For one lane. */
final class Backoff {
    private int failures;

    /** Something was done: the next pause is the first again. */
    void succeeded() {
        failures = 0;
    }

    /** The next pause in nanoseconds: between half of it and all of it, so that lanes do not come all at once. */
    long next(QueueRetryConfig config) {
        return Pauses.draw(config.first().toNanos(), config.most().toNanos(), failures++);
    }
}
