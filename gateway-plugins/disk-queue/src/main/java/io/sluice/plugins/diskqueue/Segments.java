package io.sluice.plugins.diskqueue;

import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The segments of a queue; the last one is written. Never empty. Safe from any thread. */
final class Segments {

    private final NavigableMap<Long, Segment> byNumber = new ConcurrentSkipListMap<>();
    private long sealedBytes;

    /** @param recovered at least one, sealed but for the last */
    Segments(List<Segment> recovered) {
        recovered.forEach(this::add);
    }

    /** Adds the segment that is written from now on; the one before is sealed. */
    synchronized void add(Segment segment) {
        if (!byNumber.isEmpty()) {
            sealedBytes += last().size();
        }
        byNumber.put(segment.header().number(), segment);
    }

    /** Removes a sealed segment. */
    synchronized void remove(Segment segment) {
        byNumber.remove(segment.header().number());
        sealedBytes -= segment.size();
    }

    Segment last() {
        return byNumber.lastEntry().getValue();
    }

    /** A copy, from the oldest on. */
    List<Segment> all() {
        return List.copyOf(byNumber.values());
    }

    /** The sequence number after the last durable record of a lane. */
    long next(int lane) {
        return last().next(lane);
    }

    /** The segment with a lane's record, which is durable and not done. */
    Segment holding(int lane, long sequence) {
        for (Segment segment : byNumber.values()) {
            if (sequence < segment.next(lane)) {
                return segment;
            }
        }
        throw new IllegalStateException("no segment holds record " + sequence + " of lane " + lane);
    }

    /** What the files take. */
    synchronized long bytes() {
        return sealedBytes + last().size();
    }

    /** Where the durable part of the log ends. */
    LogEnd end() {
        Segment last = last();
        return new LogEnd(last.header().number(), last.size());
    }
}
