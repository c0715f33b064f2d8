package io.sluice.filters.tenant;

import io.sluice.filters.tenant.move.Carrier;
import io.sluice.filters.tenant.move.StoredName;
import io.sluice.filters.tenant.move.UnmovableException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies what requests have written, beside the event loops. Thread-safe. */
final class CopyThreads implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CopyThreads.class);
    private static final int THREADS = 8;
    private static final int WAITING = 1_000;

    private final ThreadPoolExecutor threads;

    CopyThreads() {
        this.threads = new ThreadPoolExecutor(
                THREADS, THREADS, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), task -> {
                    Thread thread = new Thread(task, "sluice-tenant-copy");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Copies documents.
     *
     * @param unsure told if not all may have been copied, before the future completes
     * @return completes when it is over, whatever came of it
     */
    CompletableFuture<Void> copy(Carrier carrier, List<StoredName> touched, Runnable unsure) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        try {
            threads.execute(() -> {
                try {
                    carrier.copy(touched);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    unsure.run();
                } catch (IOException | UnmovableException | RuntimeException e) {
                    LOG.atDebug().setCause(e).log("what a request wrote was not copied; the next comparison does it");
                    unsure.run();
                } finally {
                    over.complete(null);
                }
            });
        } catch (RejectedExecutionException e) {
            unsure.run();
            over.complete(null);
        }
        return over;
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
