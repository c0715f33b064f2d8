package io.sluice.plugins.kafkaqueue;

import io.sluice.api.queue.Troubles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after a queue's topic at intervals: whether it is fit, how deep its lanes are, and that what is done is deleted. One thread;
 * {@link #ask} is safe from any.
 */
final class Keeper implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);
    private static final long MEASURE_MILLIS = 2_000;
    /** In measurements. */
    private static final long CHECK_EVERY = 30;

    private static final long DELETE_EVERY = 10;
    private static final long PATIENCE_SECONDS = 10;
    /** After so many rounds without an answer it is said, and another client is made: the one that asks may have lost its thread. */
    static final int FAILURES = 10;
    /** The name of what it does, for {@link Troubles}. */
    private static final String PART = "keeper";

    private final String queue;
    private final Admins admins;
    private final TopicCheck check;
    private final TopicOffsets offsets;
    private final Gate gate;
    private final Depths depths;
    private final Troubles troubles;
    private final Set<Integer> lanes;
    private final Supplier<Map<Integer, Long>> done;
    /** By lane, up to where records were deleted. */
    private final Map<Integer, Long> deleted = new HashMap<>();
    /** What was last logged of deleting; null if it works. */
    private @Nullable String refusal;

    private final ScheduledExecutorService thread;
    private long runs;
    /** Why Kafka did not answer the last question; null if it did. */
    private @Nullable Exception unanswered;
    /** How many rounds in a row had such a question. */
    private int failures;

    /** @param done by lane, the first position that is not done, as Kafka knows; only of lanes that this process has */
    Keeper(Parts parts, Supplier<Map<Integer, Long>> done) {
        this.queue = parts.queue();
        this.admins = parts.admins();
        this.check = parts.check();
        this.offsets = parts.offsets();
        this.gate = parts.gate();
        this.depths = parts.depths();
        this.troubles = parts.troubles();
        this.lanes = Set.copyOf(IntStream.range(0, parts.lanes()).boxed().toList());
        this.done = done;
        this.thread = Executors.newSingleThreadScheduledExecutor(new QueueThreads(queue, "keeper"));
    }

    /** What a keeper works with. */
    record Parts(
            String queue,
            int lanes,
            Admins admins,
            TopicCheck check,
            TopicOffsets offsets,
            Gate gate,
            Depths depths,
            Troubles troubles) {}

    void start() {
        thread.scheduleWithFixedDelay(this::run, 0, MEASURE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** One round of looking; on the thread, or by a test. */
    void run() {
        unanswered = null;
        try {
            if (!gate.isOpen() || runs % CHECK_EVERY == 0) {
                check();
            }
            if (gate.isOpen()) {
                measure();
            }
            if (runs % DELETE_EVERY == 0) {
                delete();
            }
            runs++;
            looked();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            // What a periodic task throws ends it, and nobody hears of it.
            note(e);
        }
    }

    private void looked() {
        Throwable why = unanswered;
        if (why == null) {
            failures = 0;
            troubles.over(PART);
        } else if (++failures % FAILURES == 0) {
            note(why);
            admins.replace();
        }
    }

    private void note(Throwable why) {
        if (troubles.note(PART, "the queue's topic cannot be looked after: " + Causes.text(why))) {
            LOG.atError().addKeyValue("queue", queue).setCause(why).log("a queue's topic could not be looked after");
        }
    }

    /** Finds out whether the topic is fit; if Kafka cannot be asked, what was known stays. */
    private void check() throws InterruptedException {
        try {
            List<String> problems = check.run();
            if (problems.isEmpty()) {
                gate.open();
            } else {
                gate.unfit("its topic cannot be used: " + String.join("; ", problems));
            }
        } catch (ExecutionException | TimeoutException e) {
            unanswered = e;
            gate.away("Kafka could not be asked for the topic: " + Causes.text(e));
        }
    }

    private void measure() throws InterruptedException {
        lookUp(lanes)
                .forEach((lane, found) -> depths.measured(lane, found.first().offset(), found.end()));
    }

    private Map<Integer, LaneOffsets> lookUp(Set<Integer> which) throws InterruptedException {
        try {
            return offsets.read(which);
        } catch (ExecutionException | TimeoutException e) {
            unanswered = e;
            LOG.atDebug().addKeyValue("queue", queue).setCause(e).log("lanes of a queue could not be looked up");
            return Map.of();
        }
    }

    /** Looks lanes up, soon. */
    void ask(Set<Integer> which, Consumer<Map<Integer, LaneOffsets>> then) {
        try {
            thread.execute(() -> {
                Map<Integer, LaneOffsets> found = Map.of();
                try {
                    found = lookUp(which);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    then.accept(found);
                }
            });
        } catch (RejectedExecutionException e) {
            then.accept(Map.of());
        }
    }

    /** Deletes what is done, as far as Kafka was told so, and waits some seconds for it. What cannot be deleted stays. */
    void deleteNow() {
        Future<?> deleting = thread.submit(() -> {
            delete();
            return null;
        });
        try {
            deleting.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            LOG.atWarn().addKeyValue("queue", queue).log("what is done stays in Kafka, which does not answer");
        } catch (ExecutionException e) {
            LOG.atError()
                    .addKeyValue("queue", queue)
                    .setCause(e.getCause())
                    .log("what is done stays in Kafka, as it could not be deleted");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void delete() throws InterruptedException {
        Map<Integer, Long> before = new HashMap<>();
        done.get().forEach((lane, position) -> {
            if (position > deleted.getOrDefault(lane, 0L)) {
                before.put(lane, position);
            }
        });
        if (before.isEmpty()) {
            return;
        }
        try {
            offsets.delete(before);
            deleted.putAll(before);
            refusal = null;
        } catch (ExecutionException | TimeoutException e) {
            String reason = Causes.text(e);
            if (!reason.equals(refusal)) {
                LOG.atWarn()
                        .addKeyValue("queue", queue)
                        .addKeyValue("reason", reason)
                        .log("records of a queue that are done could not be deleted from Kafka");
            }
            refusal = reason;
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        thread.close();
    }
}
