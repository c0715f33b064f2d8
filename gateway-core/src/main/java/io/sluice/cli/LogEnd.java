package io.sluice.cli;

import ch.qos.logback.core.spi.LifeCycle;
import java.time.Duration;
import org.slf4j.LoggerFactory;

/**
 * The end of a process's log. A thread of the log's own writes the lines, and the last ones are to come before the process ends; but
 * nobody may read them any more, and then the process ends without them. Blocks for two seconds at most.
 */
final class LogEnd {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private LogEnd() {}

    /** Writes what waits. What is logged later is lost. */
    static void flush() {
        after(() -> {});
    }

    /** Logs something, and then does as {@link #flush}. */
    static void after(Runnable lastWords) {
        Thread thread = Thread.ofPlatform().daemon().name("sluice-log-end").start(() -> {
            lastWords.run();
            if (LoggerFactory.getILoggerFactory() instanceof LifeCycle log) {
                log.stop();
            }
        });
        try {
            thread.join(LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
