package io.sluice.queue;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the bytes that the lanes of a queue hold together, beyond the first {@link HeldRecords#FREE} of each. Who needs room for a long
 * record waits in the order in which it asked. Safe from any thread.
 */
final class LaneRoom {
    private final Queue<Wait> waiting = new ArrayDeque<>();
    private long most;
    private long held;

    private record Wait(long bytes, Runnable granted) {}

    /** @param most bytes, unless a single record has more and is alone */
    LaneRoom(long most) {
        this.most = most;
    }

    /** Changes the bound. */
    void most(long bytes) {
        synchronized (this) {
            most = bytes;
        }
        grant();
    }

    /** Takes room for what is there already, whatever the bound is. */
    synchronized void add(long bytes) {
        held += bytes;
    }

    /** Takes room if there is enough, and nobody waits for it. */
    synchronized boolean tryTake(long bytes) {
        boolean fits = waiting.isEmpty() && fits(bytes);
        held += fits ? bytes : 0;
        return fits;
    }

    /**
     * Asks for room.
     *
     * @param granted called once, perhaps within this call, when the room is taken; must only hand the news on to an event loop
     */
    void ask(long bytes, Runnable granted) {
        synchronized (this) {
            waiting.add(new Wait(bytes, granted));
        }
        grant();
    }

    void giveBack(long bytes) {
        synchronized (this) {
            held -= bytes;
        }
        grant();
    }

    /** Whether lanes are to hold no more than they need. */
    synchronized boolean isShort() {
        return !waiting.isEmpty() || held >= most;
    }

    synchronized long held() {
        return held;
    }

    private boolean fits(long bytes) {
        return held == 0 || held + bytes <= most;
    }

    private void grant() {
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    private synchronized @Nullable Runnable next() {
        Wait first = waiting.peek();
        if (first == null || !fits(first.bytes())) {
            return null;
        }
        waiting.remove();
        held += first.bytes();
        return first.granted();
    }
}
