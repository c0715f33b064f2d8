package io.sluice.filters.apikey;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a bounded number of tasks at a time on an executor, so that tasks that wait for a slow cluster leave the executor's other threads
 * to others. Safe from any thread.
 */
final class Lane implements Executor {

    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final Executor executor;
    private final int mostRunning;
    private final int mostWaiting;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private int running;

    Lane(Executor executor, int mostRunning, int mostWaiting) {
        this.executor = executor;
        this.mostRunning = mostRunning;
        this.mostWaiting = mostWaiting;
    }

    /**
     * Runs a task now, or after those that came before it.
     *
     * @throws RejectedExecutionException if too many wait, or the executor takes none
     */
    @Override
    public void execute(Runnable task) {
        synchronized (this) {
            if (running == mostRunning) {
                if (waiting.size() == mostWaiting) {
                    throw new RejectedExecutionException("too many tasks wait");
                }
                waiting.add(task);
                return;
            }
            running++;
        }
        try {
            executor.execute(() -> runAll(task));
        } catch (RejectedExecutionException e) {
            synchronized (this) {
                running--;
            }
            throw e;
        }
    }

    // The executor might refuse a task that was taken here, so this thread goes on.
    private void runAll(Runnable first) {
        Runnable task = first;
        while (task != null) {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.atError().setCause(e).log("a check of a key failed");
            }
            synchronized (this) {
                task = waiting.poll();
                if (task == null) {
                    running--;
                }
            }
        }
    }
}
