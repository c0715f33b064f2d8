package io.sluice.server;

import io.sluice.exchange.UseCount;
import io.sluice.failure.RepeatedTask;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Generations that are no longer current: each is closed, on a thread of its own, when the last request that runs on it has ended.
 * Requests that take longer than allowed are ended. Safe from any thread.
 */
final class OldGenerations {
    private static final Logger LOG = LoggerFactory.getLogger(OldGenerations.class);
    private static final long LOOK_MILLIS = 60_000;
    private static final long CLOSING_SECONDS = 5;

    private final Set<Old> held = ConcurrentHashMap.newKeySet();
    private final Consumer<Generation> onClosed;
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "sluice-old-generations");
        thread.setDaemon(true);
        return thread;
    });

    /** A generation that requests still run on. */
    private static final class Old {
        private final Generation generation;
        /** Whether it was the current one. */
        private final boolean served;

        private final long since = System.nanoTime();
        /** Ends the requests that take too long; null if the gateway is stopping. */
        private volatile @Nullable Future<?> limit;

        Old(Generation generation, boolean served) {
            this.generation = generation;
            this.served = served;
        }
    }

    /** @param onClosed told of each generation that was closed, on the thread of these */
    OldGenerations(Consumer<Generation> onClosed) {
        this.onClosed = onClosed;
        // What waits for its time would keep a generation that is closed.
        thread.setRemoveOnCancelPolicy(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        new RepeatedTask("configurations that are still in use", this::look).start(thread, LOOK_MILLIS, LOOK_MILLIS);
    }

    /**
     * Takes over a generation that no listener leads to any more.
     *
     * @param hold how long its requests may go on
     */
    void retire(Generation generation, Duration hold) {
        retire(new Old(generation, true), hold);
    }

    /** Takes over a generation that did not become the current one. */
    void discard(Generation generation) {
        retire(new Old(generation, false), Duration.ZERO);
    }

    private void retire(Old old, Duration hold) {
        held.add(old);
        try {
            old.limit = thread.schedule(() -> endRequestsOf(old), hold.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("the gateway is stopping", e);
        }
        old.generation.retire(() -> onThread(() -> close(old)));
    }

    private void onThread(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the gateway is stopping, which closes all generations", e);
        }
    }

    private void close(Old old) {
        if (held.remove(old)) {
            Future<?> limit = old.limit;
            if (limit != null) {
                limit.cancel(false);
            }
            old.generation.close();
            onClosed.accept(old.generation);
            LOG.atLevel(old.served ? Level.INFO : Level.DEBUG)
                    .addKeyValue("generation", old.generation.number())
                    .addKeyValue("millis", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - old.since))
                    .log("an old configuration is closed, as its last request has ended");
        }
    }

    private void look() {
        held.forEach(old -> visit(old, false));
    }

    private void endRequestsOf(Old old) {
        if (held.contains(old)) {
            visit(old, true);
        }
    }

    // Each connection is looked at on its own event loop.
    private static void visit(Old old, boolean end) {
        for (Listener listener : old.generation.listeners()) {
            for (ClientConnection connection : listener.connections()) {
                UseCount uses = old.generation.parts().uses().get(connection.loop());
                if (uses != null) {
                    connection.loop().execute(() -> visit(old, listener, connection, uses, end));
                }
            }
        }
    }

    private static void visit(Old old, Listener listener, ClientConnection connection, UseCount uses, boolean end) {
        long nanos = connection.nanosOn(uses);
        if (nanos >= 0) {
            LOG.atWarn()
                    .addKeyValue("generation", old.generation.number())
                    .addKeyValue("listener", listener.name())
                    .addKeyValue("client", connection.peer().address())
                    .addKeyValue("seconds", TimeUnit.NANOSECONDS.toSeconds(nanos))
                    .log(
                            end
                                    ? "a request is ended, as it has kept an old configuration for too long"
                                    : "a request keeps an old configuration");
            if (end) {
                connection.kill();
            }
        }
    }

    /** The generations that requests still run on. */
    List<Generation> held() {
        return held.stream().map(old -> old.generation).toList();
    }

    /** Closes no more of them, and waits for one that is being closed, which needs the event loops. */
    void stopClosing() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("an old configuration is still being closed, it is waited for no longer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes those that are left; to be called after {@link #stopClosing}, when no event loop runs any more. */
    void close() {
        for (Old old : Set.copyOf(held)) {
            if (held.remove(old)) {
                old.generation.close();
            }
        }
    }
}
