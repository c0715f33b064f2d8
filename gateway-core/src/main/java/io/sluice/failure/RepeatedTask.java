package io.sluice.failure;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A periodic task that goes on after exceptions: an executor by itself never runs a task again after its first exception.
 * What it throws is logged once a minute at most.
 */
public final class RepeatedTask implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(RepeatedTask.class);

    private final String name;
    private final Runnable task;
    private final LogPace pace = new LogPace(Duration.ofMinutes(1));

    /** @param name of the task, for the log */
    public RepeatedTask(String name, Runnable task) {
        this.name = name;
        this.task = task;
    }

    /**
     * Begins; goes on until the executor ends or the handle is cancelled.
     *
     * @param first milliseconds until the first run
     * @param pause milliseconds from the end of one run to the start of the next
     */
    public ScheduledFuture<?> start(ScheduledExecutorService executor, long first, long pause) {
        return executor.scheduleWithFixedDelay(this, first, pause, TimeUnit.MILLISECONDS);
    }

    @Override
    public void run() {
        try {
            task.run();
        } catch (Throwable thrown) {
            long unlogged = pace.next(System.nanoTime());
            if (unlogged >= 0) {
                LOG.atError()
                        .addKeyValue("task", name)
                        .addKeyValue("unlogged", unlogged)
                        .setCause(thrown)
                        .log("a repeated task failed and will run again");
            }
        }
    }
}
