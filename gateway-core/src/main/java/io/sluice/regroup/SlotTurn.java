package io.sluice.regroup;

import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.BulkSlots;
import io.sluice.upstream.Deadline;
import io.sluice.upstream.UpstreamNode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bulk's turn at its nodes: the wait for slots, and, while the bulk has them, the watch over its client. A client that is slow for its own
 * reasons is let be as long as nobody else wants the slots; then the round is to end, so that the slots go to whoever waits. On the bulk's
 * event loop.
 */
final class SlotTurn implements AutoCloseable {
    private static final Duration SPAN = Duration.ofSeconds(10);
    private static final Duration SPAN_BESIDE_OTHERS = Duration.ofMillis(200);
    /** A client that sends less a second gives way to others, in bytes. */
    private static final long SLOW = 1 << 20;

    private final Split split;
    private final Owner owner;
    private final Deadline queueEnds;
    private final PaceCheck pace;
    private final PaceCheck paceBesideOthers;
    private BulkSlots.@Nullable Reservation reservation;
    /** Until when a round that was to end may go on, in the JVM's nanoseconds; 0 if none is to end. */
    private long endsBy;

    /** The bulk. */
    interface Owner {

        /** The bulk has a slot at each of these nodes. */
        void onSlots(List<UpstreamNode> nodes);

        /** The wait is over, and these nodes are those that had a slot. */
        void onSomeSlots(List<UpstreamNode> nodes);

        /** Whether more is read of the client now. */
        boolean awaitsClient();

        /** Others want the slots: the round is to end with the item that is under way. */
        void giveWay();

        /** The client is too slow for what it holds. */
        void onTooSlow(Failure failure);
    }

    SlotTurn(Split split, Owner owner) {
        this.split = split;
        this.owner = owner;
        var loop = split.call().loop();
        this.queueEnds = loop.deadline(this::onQueueTimeout);
        this.pace = new PaceCheck(
                loop,
                SPAN,
                split.regrouping().config().minBytesPerSecond().bytes(),
                owner::awaitsClient,
                this::onTooSlow);
        this.paceBesideOthers =
                new PaceCheck(loop, SPAN_BESIDE_OTHERS, SLOW, owner::awaitsClient, this::onSlowBesideOthers);
    }

    /** Waits for a slot at each node. */
    void await(List<UpstreamNode> nodes) {
        queueEnds.set(System.nanoTime() + patience());
        reservation =
                split.slots().reserve(nodes, () -> onSlots(nodes), split.call().loop());
    }

    private long patience() {
        return split.regrouping().config().queueTimeout().toNanos();
    }

    private void onSlots(List<UpstreamNode> nodes) {
        begin();
        owner.onSlots(nodes);
    }

    private void onQueueTimeout() {
        BulkSlots.Reservation waiting = reservation;
        if (waiting != null) {
            List<UpstreamNode> taken = split.slots().takeWhatIsFree(waiting);
            begin();
            owner.onSomeSlots(taken);
        }
    }

    private void begin() {
        queueEnds.close();
        reservation = null;
        endsBy = 0;
        pace.start();
        paceBesideOthers.start();
    }

    /** The client sent something; {@code goesOn} is false where no more is read for now. */
    void received(int bytes, boolean goesOn) {
        pace.received(bytes, goesOn);
        paceBesideOthers.received(bytes, goesOn);
    }

    private boolean onTooSlow() {
        owner.onTooSlow(Failure.of(FailureKind.CLIENT_TIMEOUT, "the bulk comes too slowly"));
        return false;
    }

    private boolean onSlowBesideOthers() {
        if (!split.slots().areAwaited()) {
            endsBy = 0;
        } else if (endsBy == 0) {
            // Early enough for whoever waits.
            endsBy = System.nanoTime() + patience() / 2;
            owner.giveWay();
        } else if (System.nanoTime() - endsBy > 0) {
            owner.onTooSlow(Failure.of(
                    FailureKind.CLIENT_TIMEOUT, "an item of the bulk comes too slowly while other bulks wait for it"));
            return false;
        }
        return true;
    }

    /** Nothing more is sent in this round. */
    void sent() {
        pace.close();
        paceBesideOthers.close();
    }

    @Override
    public void close() {
        queueEnds.close();
        sent();
        if (reservation != null) {
            split.slots().cancel(reservation);
            reservation = null;
        }
    }
}
