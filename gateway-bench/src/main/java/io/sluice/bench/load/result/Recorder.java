package io.sluice.bench.load.result;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What one event loop has measured. Written by that loop alone, read when it has stopped. */
public final class Recorder {
    private static final int DIGITS = 3;

    private final Histogram latency = histogram();
    private final Histogram service = histogram();
    private final Map<String, Histogram> byName = new TreeMap<>();
    private final EnumMap<Outcome.Kind, Long> kinds = new EnumMap<>(Outcome.Kind.class);
    private final StatusCounts statuses = new StatusCounts();
    private final StatusCounts items = new StatusCounts();
    private final List<Second> seconds = new ArrayList<>();
    private long bytesSent;
    private long bytesReceived;
    private long stalls;

    /** One second of the run: requests that ended in it, and their latency. */
    public static final class Second {
        private final Histogram latency = new Histogram(2);
        private final StatusCounts statuses = new StatusCounts();
        private final StatusCounts items = new StatusCounts();
        private long failures;

        public Histogram latency() {
            return latency;
        }

        public long failures() {
            return failures;
        }

        /** Requests by status; 0 means no answer. */
        public StatusCounts statuses() {
            return statuses;
        }

        /** Items of bulks by status. */
        public StatusCounts items() {
            return items;
        }

        private void add(Second other) {
            latency.add(other.latency);
            failures += other.failures;
            statuses.add(other.statuses);
            items.add(other.items);
        }
    }

    /**
     * Records one request.
     *
     * @param latencyNanos since it was due
     * @param serviceNanos since it was sent
     * @param second of the measured time in which it ended
     */
    public void record(String name, Outcome outcome, long latencyNanos, long serviceNanos, int second) {
        kinds.merge(outcome.kind(), 1L, Long::sum);
        statuses.add(outcome.status());
        items.add(outcome.items());
        bytesReceived += outcome.bytes();
        latency.recordValue(latencyNanos);
        service.recordValue(serviceNanos);
        byName.computeIfAbsent(name, unused -> histogram()).recordValue(latencyNanos);
        while (seconds.size() <= second) {
            seconds.add(new Second());
        }
        Second slot = seconds.get(second);
        slot.latency.recordValue(latencyNanos);
        slot.statuses.add(outcome.status());
        slot.items.add(outcome.items());
        if (outcome.kind() != Outcome.Kind.SUCCESS) {
            slot.failures++;
        }
    }

    /** Counts body bytes of a measured request. */
    public void sent(long bytes) {
        bytesSent += bytes;
    }

    /** Counts a request that was due before it had been made. */
    public void stalled() {
        stalls++;
    }

    /** Adds another loop's measurements. */
    public void add(Recorder other) {
        latency.add(other.latency);
        service.add(other.service);
        other.byName.forEach((name, values) ->
                byName.computeIfAbsent(name, unused -> histogram()).add(values));
        other.kinds.forEach((kind, count) -> kinds.merge(kind, count, Long::sum));
        statuses.add(other.statuses);
        items.add(other.items);
        for (int i = 0; i < other.seconds.size(); i++) {
            if (seconds.size() <= i) {
                seconds.add(new Second());
            }
            seconds.get(i).add(other.seconds.get(i));
        }
        bytesSent += other.bytesSent;
        bytesReceived += other.bytesReceived;
        stalls += other.stalls;
    }

    /** Nanoseconds from when a request was due to the end of its answer. */
    public Histogram latency() {
        return latency;
    }

    /** Nanoseconds from when a request was sent to the end of its answer. */
    public Histogram service() {
        return service;
    }

    /** Latency by the name of the request. */
    public Map<String, Histogram> byName() {
        return byName;
    }

    /** Requests by status; 0 means no answer. */
    public StatusCounts statuses() {
        return statuses;
    }

    /** Requests that ended so. */
    public long count(Outcome.Kind kind) {
        return kinds.getOrDefault(kind, 0L);
    }

    /** All requests. */
    public long requests() {
        return latency.getTotalCount();
    }

    /** Each second of the run. */
    public List<Second> seconds() {
        return seconds;
    }

    /** Items of bulks by status. */
    public StatusCounts items() {
        return items;
    }

    public long bytesSent() {
        return bytesSent;
    }

    public long bytesReceived() {
        return bytesReceived;
    }

    public long stalls() {
        return stalls;
    }

    private static Histogram histogram() {
        return new Histogram(DIGITS);
    }
}
