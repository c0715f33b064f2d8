package io.sluice.admin;

import java.util.ArrayDeque;

/** The growth of a count over about the last minute. Thread-safe. */
final class RateWindow {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int SAMPLES = 13;

    private final ArrayDeque<Sample> samples = new ArrayDeque<>(SAMPLES);

    private record Sample(long nanos, double count) {}

    synchronized void add(long nanos, double count) {
        if (samples.size() == SAMPLES) {
            samples.removeFirst();
        }
        samples.addLast(new Sample(nanos, count));
    }

    /** Whether nothing was added at this time or later, since its series has ended. */
    synchronized boolean isOlderThan(long nanos) {
        return samples.isEmpty() || samples.getLast().nanos() - nanos < 0;
    }

    synchronized double perSecond() {
        if (samples.size() < 2) {
            return 0;
        }
        Sample first = samples.getFirst();
        Sample last = samples.getLast();
        return (last.count - first.count) * NANOS_PER_SECOND / (last.nanos - first.nanos);
    }
}
