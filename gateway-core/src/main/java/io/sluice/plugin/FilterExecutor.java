package io.sluice.plugin;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads for filters' work that blocks: a fixed number, with a bounded queue before them. Thread-safe. */
public final class FilterExecutor implements Executor, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FilterExecutor.class);
    private static final int QUEUE = 1024;

    private final ThreadPoolExecutor workers;
    private final ScheduledThreadPoolExecutor timer;

    /** @param threads 1 or more; made when they are first needed */
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

    /** Hands the task to the workers after the delay; a task that finds their queue full waits for the same time again. */
    void executeLater(Duration delay, Runnable task) {
        try {
            timer.schedule(() -> handOver(delay, task), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("a repeated task ends with the executor", e);
        }
    }

    private void handOver(Duration delay, Runnable task) {
        try {
            workers.execute(task);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // No room in the queue, or no memory for a thread; the task is to run again all the same.
            executeLater(delay, task);
        }
    }

    /** Interrupts what runs and drops what waits. */
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
            return thread;
        };
    }
}
