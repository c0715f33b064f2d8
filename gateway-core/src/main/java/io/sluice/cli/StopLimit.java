package io.sluice.cli;

import java.time.Duration;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a process that has not stopped in time. A filter that never returns keeps its thread, and a JVM waits for its shutdown hooks
 * without a limit.
 */
final class StopLimit {

    private static final Logger LOG = LoggerFactory.getLogger(StopLimit.class);

    /** What stopping may take beyond {@code process.shutdownDelay} and {@code process.drain}; event loops have 5 s of it to end. */
    static final Duration GRACE = Duration.ofSeconds(10);

    private StopLimit() {}

    /**
     * Halts the process with {@link ExitCode#FAILED} when the time is over; to be called when stopping begins. A process that ends
     * before ends the wait with it.
     *
     * @param allowed the time in which the gateway may go on accepting and running requests may finish
     */
    static void begin(Duration allowed) {
        Duration limit = allowed.plus(GRACE);
        Thread.ofPlatform().daemon().name("sluice-halt").start(() -> haltAfter(limit));
    }

    private static void haltAfter(Duration limit) {
        try {
            Thread.sleep(limit);
        } catch (InterruptedException e) {
            return;
        }
        LogEnd.after(() -> {
            Thread.getAllStackTraces().forEach(StopLimit::reportRunning);
            LOG.atError().addKeyValue("seconds", limit.toSeconds()).log("halted, since it did not stop in time");
        });
        Runtime.getRuntime().halt(ExitCode.FAILED);
    }

    private static void reportRunning(Thread thread, StackTraceElement[] stack) {
        boolean working =
                thread.getName().startsWith("sluice-loop") || thread.getName().startsWith("sluice-filter");
        if (working) {
            LOG.atError()
                    .addKeyValue("thread", thread.getName())
                    .addKeyValue("at", Arrays.stream(stack).limit(5).toList())
                    .log("still running");
        }
    }
}
