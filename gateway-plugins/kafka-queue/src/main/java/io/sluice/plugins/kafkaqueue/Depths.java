package io.sluice.plugins.kafkaqueue;

import java.util.List;
import java.util.stream.LongStream;

/** How many records of each lane are not done: what Kafka was last asked, and what was appended and done here since. Thread-safe. */
final class Depths {

    private final long[] ends;
    private final long[] starts;
    /** The lanes of which both are known. */
    private final boolean[] known;

    Depths(int lanes) {
        ends = new long[lanes];
        starts = new long[lanes];
        known = new boolean[lanes];
    }

    /** What Kafka said of a lane: the position behind its last record, and that of its first which is not done. */
    synchronized void measured(int lane, long start, long end) {
        starts[lane] = Math.max(starts[lane], start);
        ends[lane] = Math.max(ends[lane], end);
        known[lane] = true;
    }

    /** A lane begins, perhaps before what was known of it: its topic may have been made anew. */
    synchronized void begins(int lane, long start, long end) {
        starts[lane] = start;
        ends[lane] = Math.max(start, end);
        known[lane] = true;
    }

    /** A record was appended before this position. */
    synchronized void appended(int lane, long end) {
        ends[lane] = Math.max(ends[lane], end);
    }

    /** All records before this position are done. */
    synchronized void done(int lane, long start) {
        starts[lane] = Math.max(starts[lane], start);
        ends[lane] = Math.max(ends[lane], start);
    }

    /** How many records of a lane are not done; -1 if that is not known. */
    synchronized long of(int lane) {
        return known[lane] ? Math.max(0, ends[lane] - starts[lane]) : -1;
    }

    /** Of all lanes, by number; empty while that of one is not known. */
    synchronized List<Long> all() {
        for (boolean one : known) {
            if (!one) {
                return List.of();
            }
        }
        return LongStream.range(0, ends.length).mapToObj(lane -> of((int) lane)).toList();
    }
}
