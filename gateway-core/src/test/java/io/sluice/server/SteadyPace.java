package io.sluice.server;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Does something again and again at an even pace, as a client that is slow but goes on. Where the machine kept it from that for half a
 * second, the client did not go on, and the test proves nothing: it is aborted.
 */
final class SteadyPace {
    private static final Duration MOST = Duration.ofMinutes(2);
    private static final Duration LONGEST_GAP = Duration.ofMillis(500);

    private final Duration every;
    private long last = System.nanoTime();
    private long longest;

    SteadyPace(Duration every) {
        this.every = every;
    }

    /** Does a step until one says that it was the last; fails as it does. */
    void until(Callable<Boolean> step) {
        last = System.nanoTime();
        await().atMost(MOST).pollInterval(every).until(() -> {
            long now = System.nanoTime();
            longest = Math.max(longest, now - last);
            last = now;
            try {
                return step.call();
            } catch (Exception | AssertionError e) {
                checkKept();
                throw e;
            }
        });
        checkKept();
    }

    private void checkKept() {
        // An assumption of AssertJ takes a second to be made the first time.
        assumeTrue(longest < LONGEST_GAP.toNanos(), "the machine kept the test from going on");
    }
}
