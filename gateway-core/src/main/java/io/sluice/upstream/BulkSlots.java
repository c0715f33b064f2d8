package io.sluice.upstream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * The right to have a part of a bulk at a node. A bulk takes its slots at all nodes at once or waits, in the order of arrival,
 * holding none: so bulks never wait for each other in a circle. Slots do not exceed the connections that a node's pools may open,
 * so who has one gets a connection. Safe from any thread; its lock is held for the time of a few additions, at a bulk's begin and
 * at each part's end.
 */
public final class BulkSlots {
    private final ArrayDeque<Reservation> waiting = new ArrayDeque<>();

    /** A waiter for slots. Called on its own executor, on which it ends its wait too. */
    public interface Waiter {
        /** The slots at all nodes of the reservation are the waiter's. */
        void onSlots();
    }

    /** A wait for slots. */
    public static final class Reservation {
        private final List<UpstreamNode> nodes;
        private final Waiter waiter;
        private final Executor executor;
        /** The slots have been given, or the wait is over. Guarded by the slots' lock. */
        private boolean done;
        /** The waiter ended the wait: it is not called any more, and cancelling gives nothing back. Guarded by the slots' lock. */
        private boolean over;

        private Reservation(List<UpstreamNode> nodes, Waiter waiter, Executor executor) {
            this.nodes = nodes;
            this.waiter = waiter;
            this.executor = executor;
        }
    }

    /**
     * Takes a slot at each node, now or when all have one free and those who came before have theirs.
     *
     * @param executor where the waiter is called, never during this call
     */
    public Reservation reserve(List<UpstreamNode> nodes, Waiter waiter, Executor executor) {
        Reservation reservation = new Reservation(List.copyOf(nodes), waiter, executor);
        synchronized (this) {
            waiting.add(reservation);
            grant();
        }
        return reservation;
    }

    /**
     * Ends a wait: takes the slots that are free now.
     *
     * @return the nodes whose slots are the waiter's now, all of them if they had been given just before; the waiter is not called
     *     for them
     */
    public synchronized List<UpstreamNode> takeWhatIsFree(Reservation reservation) {
        List<UpstreamNode> taken = new ArrayList<>();
        reservation.over = true;
        if (reservation.done) {
            return reservation.nodes;
        }
        reservation.done = true;
        waiting.remove(reservation);
        for (UpstreamNode node : reservation.nodes) {
            if (node.limit().hasRoom()) {
                node.limit().take();
                taken.add(node);
            }
        }
        grant();
        return taken;
    }

    /** How many parts of bulks a node may work on now. */
    public synchronized int limit(UpstreamNode node) {
        return node.limit().limit();
    }

    /** How many parts of bulks a node works on. */
    public synchronized int inUse(UpstreamNode node) {
        return node.limit().inUse();
    }

    /** Whether a bulk waits. */
    public synchronized boolean areAwaited() {
        return !waiting.isEmpty();
    }

    /** Takes one more slot if it is free now. */
    public synchronized boolean tryTake(UpstreamNode node) {
        if (!node.limit().hasRoom()) {
            return false;
        }
        node.limit().take();
        return true;
    }

    /** Gives one slot back. */
    public synchronized void giveBack(UpstreamNode node, SlotUse use) {
        node.limit().giveBack(use, System.nanoTime());
        grant();
    }

    /**
     * The wait has no purpose any more, and the waiter is not called: slots that were given meanwhile go back, those of
     * {@link #takeWhatIsFree} do not.
     */
    public synchronized void cancel(Reservation reservation) {
        if (reservation.over) {
            return;
        }
        reservation.over = true;
        if (reservation.done) {
            reservation.nodes.forEach(node -> node.limit().giveBack(SlotUse.Unused.INSTANCE, System.nanoTime()));
        } else {
            reservation.done = true;
            waiting.remove(reservation);
        }
        grant();
    }

    // The wait may have ended since the slots were given.
    private void call(Reservation given) {
        boolean over;
        synchronized (this) {
            over = given.over;
        }
        if (!over) {
            given.waiter.onSlots();
        }
    }

    private void grant() {
        for (Iterator<Reservation> each = waiting.iterator(); each.hasNext(); ) {
            Reservation first = each.next();
            for (UpstreamNode node : first.nodes) {
                if (!node.limit().hasRoom()) {
                    return;
                }
            }
            first.nodes.forEach(node -> node.limit().take());
            first.done = true;
            each.remove();
            first.executor.execute(() -> call(first));
        }
    }
}
