package io.sluice.queue;

import java.util.ArrayDeque;
import java.util.Queue;

/** Bounds how many lanes send at the same time; lanes get their turn in the order in which they ask. Safe from any thread. */
final class Permits {
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int limit;
    private int taken;

    Permits(int limit) {
        this.limit = limit;
    }

    /**
     * Asks for a permit.
     *
     * @param granted called once, perhaps within this call, when there is one; must only hand the news on to an event loop
     */
    void ask(Runnable granted) {
        synchronized (this) {
            if (taken >= limit) {
                waiting.add(granted);
                return;
            }
            taken++;
        }
        granted.run();
    }

    /** Gives a permit back. */
    void giveBack() {
        grant(1);
    }

    /** Changes how many there are. */
    void limit(int permits) {
        synchronized (this) {
            limit = permits;
        }
        grant(0);
    }

    synchronized int taken() {
        return taken;
    }

    private void grant(int returned) {
        Runnable next;
        int back = returned;
        do {
            synchronized (this) {
                taken -= back;
                back = 0;
                next = taken < limit ? waiting.poll() : null;
                if (next != null) {
                    taken++;
                }
            }
            if (next != null) {
                next.run();
            }
        } while (next != null);
    }
}
