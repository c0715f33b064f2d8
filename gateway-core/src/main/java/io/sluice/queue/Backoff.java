package io.sluice.queue;

import io.sluice.config.QueueRetryConfig;
import java.util.concurrent.ThreadLocalRandom;

/** How long a lane waits before it tries again. For one lane. */
final class Backoff {
    private static final int MOST_DOUBLINGS = 30;

    private int failures;

    /** Something was done: the next pause is the first again. */
    void succeeded() {
        failures = 0;
    }

    /** The next pause in nanoseconds: between half of it and all of it, so that lanes do not come all at once. */
    long next(QueueRetryConfig config) {
        long first = config.first().toNanos();
        long most = config.most().toNanos();
        long whole = first > most >> failures ? most : first << failures;
        failures = Math.min(failures + 1, MOST_DOUBLINGS);
        return whole / 2 + ThreadLocalRandom.current().nextLong(whole / 2 + 1);
    }
}
