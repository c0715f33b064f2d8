package io.sluice.regroup;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The spools of all bulks: two threads that read and write their files, and the bytes that they hold. Thread-safe. */
public final class SpoolFiles implements Executor, AutoCloseable {
    private static final int THREADS = 2;

    private final ThreadPoolExecutor threads;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong fileBytes = new AtomicLong();

    /** Starts no thread before one is needed. */
    public SpoolFiles() {
        AtomicInteger count = new AtomicInteger();
        threads = new ThreadPoolExecutor(THREADS, THREADS, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, "sluice-spool-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a task as soon as a thread is free. A spool has one task at a time, so not many wait.
     *
     * @throws RejectedExecutionException if this is closed
     */
    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /** Bytes in the spools of bulks, in memory and in files. */
    public long bytes() {
        return bytes.get();
    }

    /** Bytes of them that are in files. */
    public long fileBytes() {
        return fileBytes.get();
    }

    long add(long more) {
        return bytes.addAndGet(more);
    }

    void addToFiles(long more) {
        fileBytes.addAndGet(more);
    }

    /** Lets tasks end that have begun or wait: they close files. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
