package io.sluice.api.check;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads of one filter, for checks that another server makes or that take a core for long: where many wait for these,
 * only these threads are busy, and those of {@code FilterContext.blockingExecutor()} serve other filters. They start when
 * they are needed, and end when they are idle or closed.
 */
public final class CheckThreads implements Executor, AutoCloseable {

    private static final int QUEUE = 1024;
    private static final int IDLE_SECONDS = 60;

    private final ThreadPoolExecutor threads;

    /**
     * No threads yet.
     *
     * @param name what they are called, for instance {@code sluice-ldap}
     * @param most how many there may be, 1 or more
     */
    public CheckThreads(String name, int most) {
        threads = new ThreadPoolExecutor(
                most, most, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), daemons(name));
        threads.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            // A thread inherits the loader of who starts it, which may be a plugin's and would stay.
            thread.setContextClassLoader(CheckThreads.class.getClassLoader());
            return thread;
        };
    }

    /**
     * Runs a task as soon as a thread is free.
     *
     * @throws RejectedExecutionException if too many wait, or the threads are closed
     */
    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /** Interrupts running tasks and drops waiting ones. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
