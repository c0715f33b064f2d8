package io.sluice.plugin;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads for blocking work of filters: a fixed number with a bounded queue. Thread-safe. */
public final class FilterExecutor implements Executor, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FilterExecutor.class);
    private static final int QUEUE = 1024;

    private final ThreadPoolExecutor workers;
    private final ScheduledThreadPoolExecutor timer;

    /** @param threads 1 or more; a thread is started when it is first needed */
    public FilterExecutor(int threads) {
        workers = new ThreadPoolExecutor(
                threads, threads, 60, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), daemons("sluice-filter-"));
        workers.allowCoreThreadTimeOut(true);
        timer = new ScheduledThreadPoolExecutor(1, daemons("sluice-filter-timer-"));
        timer.setRemoveOnCancelPolicy(true);
    }

    /**
     * Runs a task as soon as a thread is free.
     *
     * @throws RejectedExecutionException if the queue is full or the executor is closed
     */
    @Override
    public void execute(Runnable task) {
        workers.execute(task);
    }

    /**
     * Queues the task after the delay; if the queue is full, the task waits for the delay again.
     *
     * @return the wait, to cancel it; null if the executor is closed
     */
    @Nullable Future<?> executeLater(Duration delay, Runnable task) {
        try {
            return timer.schedule(() -> handOver(delay, task), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("a repeated task ends with the executor", e);
            return null;
        }
    }

    private void handOver(Duration delay, Runnable task) {
        try {
            workers.execute(task);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // The queue is full or there is no memory for a thread; the task must still run again.
            executeLater(delay, task);
        }
    }

    /** Interrupts running tasks and drops waiting ones. */
    @Override
    public void close() {
        timer.shutdownNow();
        workers.shutdownNow();
    }

    private static ThreadFactory daemons(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + count.incrementAndGet());
            thread.setDaemon(true);
            // A thread inherits the loader of who starts it, which may be a plugin's and would stay.
            thread.setContextClassLoader(FilterExecutor.class.getClassLoader());
            return thread;
        };
    }
}
