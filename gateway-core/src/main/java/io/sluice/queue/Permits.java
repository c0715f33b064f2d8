package io.sluice.queue;

import io.sluice.config.BulkConcurrencyConfig;
import io.sluice.upstream.NodeLimit;
import io.sluice.upstream.SlotUse;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many lanes send at the same time, by what the cluster shows: catching up is to leave room for others. Lanes get their turn
 * in the order in which they ask. Safe from any thread.
 */
final class Permits {
    private static final int FIRST = 4;

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private NodeLimit limit;
    private int most;
    private int taken;

    /** @param most the bound is never higher */
    Permits(int most) {
        this.most = most;
        this.limit = limitOf(most);
    }

    private static NodeLimit limitOf(int most) {
        return new NodeLimit(new BulkConcurrencyConfig(Math.min(FIRST, most), 1, most), most);
    }

    /**
     * Asks for a permit.
     *
     * @param granted called once, perhaps within this call, when there is one; must only hand the news on to an event loop
     */
    void ask(Runnable granted) {
        synchronized (this) {
            if (!limit.hasRoom()) {
                waiting.add(granted);
                return;
            }
            take();
        }
        granted.run();
    }

    /** Gives a permit back, with what came of it. */
    void giveBack(SlotUse use) {
        synchronized (this) {
            taken--;
            limit.giveBack(use, System.nanoTime());
        }
        grant();
    }

    /** Changes the highest bound; what was learnt is forgotten then. */
    void most(int permits) {
        synchronized (this) {
            if (permits != most) {
                most = permits;
                limit = limitOf(permits);
                for (int i = 0; i < taken; i++) {
                    limit.take();
                }
            }
        }
        grant();
    }

    synchronized int taken() {
        return taken;
    }

    /** How many there may be now. */
    synchronized int limit() {
        return limit.limit();
    }

    private void take() {
        limit.take();
        taken++;
    }

    private void grant() {
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable next = limit.hasRoom() ? waiting.poll() : null;
        if (next != null) {
            take();
        }
        return next;
    }
}
