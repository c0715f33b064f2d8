package io.sluice.plugins.ratelimit;

import io.sluice.api.FilterMeters;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Counts what happens to buckets or to a connection, which outlive the filters that use them: of these the one that was made last counts it.
 * Safe from any thread.
 */
final class Tally {

    private static final Counters NOBODY = new Counters(amount -> {}, amount -> {}, amount -> {});

    private final List<Counters> filters = new CopyOnWriteArrayList<>();

    /** The counters of one filter. */
    record Counters(FilterMeters.Counter asked, FilterMeters.Counter failed, FilterMeters.Counter pushedOut) {
        static Counters of(FilterMeters meters) {
            return new Counters(
                    meters.counter("redis_commands", "Questions to Redis"),
                    meters.counter("redis_failures", "Questions to Redis without an answer, and failed connections"),
                    meters.counter("pushed_out_buckets", "Buckets that left the memory before they were full again"));
        }
    }

    void add(Counters counters) {
        filters.add(counters);
    }

    void remove(Counters counters) {
        filters.remove(counters);
    }

    void asked() {
        last().asked.increment();
    }

    void failed() {
        last().failed.increment();
    }

    void pushedOut(long buckets) {
        last().pushedOut.add(buckets);
    }

    private Counters last() {
        for (Counters each : filters.reversed()) {
            return each;
        }
        return NOBODY;
    }
}
