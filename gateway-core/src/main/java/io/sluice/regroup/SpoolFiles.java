package io.sluice.regroup;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The spools of all bulks: two threads that read and write their files, and the bytes that they hold. Thread-safe. */
public final class SpoolFiles implements Executor, AutoCloseable {
    private static final int THREADS = 2;

    private final ThreadPoolExecutor threads;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong fileBytes = new AtomicLong();
    private final SpoolFailures failures = new SpoolFailures();
    private final Opener opener;

    /** Makes the file of a spool. */
    interface Opener {
        /**
         * Makes a file that is gone when it is closed, and leaves none behind if that fails.
         *
         * @param directory null for that of the system
         */
        FileChannel open(@Nullable Path directory) throws IOException;
    }

    /** Starts no thread before one is needed. */
    public SpoolFiles() {
        this(SpoolFiles::temporaryFile);
    }

    SpoolFiles(Opener opener) {
        this.opener = opener;
        AtomicInteger count = new AtomicInteger();
        threads = new ThreadPoolExecutor(THREADS, THREADS, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, "sluice-spool-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        threads.allowCoreThreadTimeOut(true);
    }

    private static FileChannel temporaryFile(@Nullable Path directory) throws IOException {
        Path file = directory == null
                ? Files.createTempFile("sluice-", ".spool")
                : Files.createTempFile(directory, "sluice-", ".spool");
        try {
            return FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** Makes the file of a spool. Blocks. */
    FileChannel open(@Nullable Path directory) throws IOException {
        return opener.open(directory);
    }

    /** What went wrong with files. */
    public SpoolFailures failures() {
        return failures;
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
