package io.sluice.queue;

import io.sluice.api.queue.QueueStats;
import io.sluice.metrics.QueueMeters;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.function.Supplier;

/**
 * What a queue shows of itself as numbers.
 *
 * @param records what its engine keeps
 * @param dead its dead letters
 * @param lanes those that this process sends
 */
record QueueGauges(
        QueueMeters meters,
        Supplier<QueueStats> records,
        Supplier<QueueStats> dead,
        Collection<LaneConsumer> lanes,
        LaneProblems problems,
        InstantSource clock) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;

    /** Shows what is kept, what is being sent, and what is not. */
    void register(PendingBytes pending, LaneRoom room, Permits permits) {
        kept();
        meters.gauge("sluice.queue.pending.bytes", "bytes held of requests that wait to be kept", pending::bytes);
        meters.gauge(
                "sluice.queue.held.bytes",
                "bytes held of records that are being sent or wait for their turn, beyond 512 KiB of each lane",
                room::held);
        meters.gauge("sluice.queue.sending", "bulks that are on their way", permits::taken);
        meters.gauge("sluice.queue.sending.limit", "how many may be, by what the cluster shows", permits::limit);
        unsent();
    }

    private void kept() {
        meters.gauge(
                "sluice.queue.records",
                "records that were kept and not sent yet",
                () -> records.get().records());
        meters.gauge(
                "sluice.queue.bytes",
                "what the queue takes of its bound",
                () -> records.get().bytes());
        meters.gauge(
                "sluice.queue.limit.bytes",
                "the most that it may take",
                () -> records.get().bound());
        meters.gauge("sluice.queue.oldest.seconds", "age of the oldest record", this::oldestSeconds);
        meters.counter(
                "sluice.queue.commits",
                "times that records were made durable",
                () -> records.get().commits());
        meters.secondsCounter(
                "sluice.queue.commit",
                "time that making records durable took",
                () -> records.get().commitTime().toNanos() / NANOS_PER_SECOND);
    }

    private void unsent() {
        meters.gauge(
                "sluice.queue.late",
                "bulks whose answer is late; what follows them waits",
                () -> lanes.stream().filter(LaneConsumer::isLate).count());
        meters.gauge(
                "sluice.queue.set.aside",
                "items that wait beside their lanes, as their index takes nothing",
                () -> lanes.stream().mapToInt(LaneConsumer::setAside).sum());
        meters.gauge(
                "sluice.queue.dead.letters",
                "items that will never succeed",
                () -> dead.get().records());
        meters.gauge(
                "sluice.queue.unburied",
                "items that cannot be kept as dead letters; what follows them in their lanes waits",
                () -> lanes.stream().mapToInt(LaneConsumer::unburied).sum());
        meters.gauge(
                "sluice.queue.failed",
                "1 while the engine takes nothing until its cause is mended, or until a restart",
                () -> failed() ? 1 : 0);
        meters.gauge(
                "sluice.queue.troubled",
                "1 while the engine fails at something and tries it again",
                () -> records.get().trouble() != null || dead.get().trouble() != null ? 1 : 0);
        meters.gauge(
                "sluice.queue.failed.lanes",
                "lanes that stand still until a restart",
                () -> problems.failed().size());
    }

    private double oldestSeconds() {
        Instant oldest = records.get().oldest();
        return oldest == null
                ? 0
                : Math.max(0, Duration.between(oldest, clock.instant()).toMillis() / MILLIS_PER_SECOND);
    }

    private boolean failed() {
        return records.get().failure() != null || dead.get().failure() != null;
    }
}
