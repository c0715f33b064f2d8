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
    private final Map<Integer, Long> statuses = new TreeMap<>();
    private final List<Second> seconds = new ArrayList<>();
    private long itemsSucceeded;
    private long itemsRejected;
    private long itemsFailed;
    private long bytesSent;
    private long bytesReceived;
    private long stalls;

    /** One second of the run: requests that ended in it, and their latency. */
    public static final class Second {
        private final Histogram latency = new Histogram(2);
        private long failures;
        private long documents;

        public Histogram latency() {
            return latency;
        }

        public long failures() {
            return failures;
        }

        public long documents() {
            return documents;
        }

        private void add(Second other) {
            latency.add(other.latency);
            failures += other.failures;
            documents += other.documents;
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
        statuses.merge(outcome.status(), 1L, Long::sum);
        itemsSucceeded += outcome.items().succeeded();
        itemsRejected += outcome.items().rejected();
        itemsFailed += outcome.items().failed();
        bytesReceived += outcome.bytes();
        latency.recordValue(latencyNanos);
        service.recordValue(serviceNanos);
        byName.computeIfAbsent(name, unused -> histogram()).recordValue(latencyNanos);
        while (seconds.size() <= second) {
            seconds.add(new Second());
        }
        Second slot = seconds.get(second);
        slot.latency.recordValue(latencyNanos);
        slot.documents += outcome.items().succeeded();
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
        other.statuses.forEach((status, count) -> statuses.merge(status, count, Long::sum));
        for (int i = 0; i < other.seconds.size(); i++) {
            if (seconds.size() <= i) {
                seconds.add(new Second());
            }
            seconds.get(i).add(other.seconds.get(i));
        }
        itemsSucceeded += other.itemsSucceeded;
        itemsRejected += other.itemsRejected;
        itemsFailed += other.itemsFailed;
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

    /** Requests by status; 0 stands for no answer. */
    public Map<Integer, Long> statuses() {
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

    public Outcome.Items items() {
        return new Outcome.Items(itemsSucceeded, itemsRejected, itemsFailed);
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
