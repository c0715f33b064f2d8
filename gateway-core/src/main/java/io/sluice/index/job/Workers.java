package io.sluice.index.job;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Runs tasks side by side; the first failure ends all of them. Stateless. */
public final class Workers {
    private static final long END_SECONDS = 30;

    private Workers() {}

    /** Something that blocks. */
    public interface Task {
        void run() throws IOException, InterruptedException;
    }

    /**
     * Runs all tasks, begun in their order, and returns when the last has ended.
     *
     * @throws IOException the first failure of a task
     * @throws InterruptedException if this thread was told to stop; the tasks are told too, and have ended or had their time
     */
    public static void run(int threads, List<? extends Task> tasks) throws IOException, InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(
                Math.max(1, Math.min(threads, tasks.size())),
                Thread.ofPlatform().daemon().name("sluice-index-", 1).factory());
        try {
            ExecutorCompletionService<Void> ended = new ExecutorCompletionService<>(executor);
            for (Task task : tasks) {
                ended.submit(() -> {
                    task.run();
                    return null;
                });
            }
            for (int i = 0; i < tasks.size(); i++) {
                ended.take().get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            executor.shutdownNow();
            awaitEnd(executor);
        }
    }

    private static void awaitEnd(ExecutorService executor) {
        boolean interrupted = Thread.interrupted();
        try {
            executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
