package io.sluice.bench.stub.service;

import java.util.ArrayDeque;
import java.util.PriorityQueue;

/**
 * Workers that take pieces of work in the order in which they come, each for as long as the piece says. Nothing runs here: since the
 * order and the lengths are known, a piece's end is known when it comes. Times are in any unit, and must not go back. Not thread-safe.
 */
public final class WorkerQueue {
    /** Returned where the queue is full. */
    public static final double REFUSED = -1;

    private final PriorityQueue<Double> freeAt = new PriorityQueue<>();
    /** When the pieces that wait begin; they begin in the order in which they came. */
    private final ArrayDeque<Double> begins = new ArrayDeque<>();

    private final int longest;
    private double worked;

    /** @param longest how many pieces may wait */
    public WorkerQueue(int workers, int longest) {
        if (workers < 1 || longest < 1) {
            throw new IllegalArgumentException("a queue has a worker and a place");
        }
        for (int i = 0; i < workers; i++) {
            freeAt.add(Double.NEGATIVE_INFINITY);
        }
        this.longest = longest;
    }

    /** Whether a piece of work that comes now is refused. */
    public boolean full(double now) {
        while (!begins.isEmpty() && begins.getFirst() <= now) {
            begins.removeFirst();
        }
        return begins.size() >= longest;
    }

    /**
     * Takes a piece of work.
     *
     * @return when it is done, or {@link #REFUSED}
     */
    public double offer(double now, double length) {
        if (full(now)) {
            return REFUSED;
        }
        double begin = Math.max(now, freeAt.remove());
        if (begin > now) {
            begins.addLast(begin);
        }
        worked += length;
        freeAt.add(begin + length);
        return begin + length;
    }

    /** All lengths that were taken so far. */
    public double worked() {
        return worked;
    }
}
