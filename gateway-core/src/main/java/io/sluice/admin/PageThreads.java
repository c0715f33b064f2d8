package io.sluice.admin;

import io.sluice.api.Reply;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes pages on separate threads, those that may wait for others on threads of their own, and answers in their place where they take
 * too long. Thread-safe.
 */
final class PageThreads implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int QUEUE = 32;

    private final Duration longest;
    private final ThreadPoolExecutor threads = threads();
    private final ThreadPoolExecutor ofLong = threads();

    /** @param longest how long a page may take, the wait for a thread included */
    PageThreads(Duration longest) {
        this.longest = longest;
    }

    private static ThreadPoolExecutor threads() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS, THREADS, 60, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), PageThreads::daemon);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "sluice-admin-page");
        thread.setDaemon(true);
        return thread;
    }

    /** The page's answer, or one that says why there is none; the page of one that was late is not begun if no thread has. */
    CompletableFuture<Reply> answer(Page page, @Nullable String accept) {
        try {
            return CompletableFuture.supplyAsync(
                            () -> page.answer(accept), page.kind().isLong() ? ofLong : threads)
                    .completeOnTimeout(late(), longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.completedFuture(Reply.busy("too many pages are being made", 1));
        }
    }

    private Reply late() {
        return Reply.error(
                504,
                "sluice_admin_timeout",
                "the answer did not come within " + longest.toSeconds()
                        + " s; what was asked for may still be carried out");
    }

    @Override
    public void close() {
        threads.shutdownNow();
        ofLong.shutdownNow();
    }
}
