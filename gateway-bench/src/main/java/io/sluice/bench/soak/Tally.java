package io.sluice.bench.soak;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens to all clients of a soak. Thread-safe. */
final class Tally {
    private static final int KEPT_FAULTS = 20;

    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder read = new LongAdder();
    private final LongAdder found = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private final Map<String, LongAdder> failures = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> faults = new ConcurrentHashMap<>();

    /** Documents whose write was acknowledged. */
    void acknowledged(int documents) {
        acknowledged.add(documents);
    }

    /** Documents that were read and compared. */
    void read(int documents) {
        read.add(documents);
    }

    /** Searches that were answered. */
    void found() {
        found.increment();
    }

    /** Requests that the client gave up itself. */
    void cancelled() {
        cancelled.increment();
    }

    /** A request or item without success: expected while something is restarted, and no loss. */
    void failed(String kind) {
        failures.computeIfAbsent(kind, name -> new LongAdder()).increment();
    }

    /** What must never happen, such as an acknowledged document that is not there. */
    void fault(String what) {
        if (faults.size() < KEPT_FAULTS || faults.containsKey(what)) {
            faults.computeIfAbsent(what, name -> new LongAdder()).increment();
        } else {
            faults.computeIfAbsent("further ones", name -> new LongAdder()).increment();
        }
    }

    boolean isFaultless() {
        return faults.isEmpty();
    }

    /** One line of what has succeeded and what has not. */
    String line() {
        long failed = failures.values().stream().mapToLong(LongAdder::sum).sum();
        long wrong = faults.values().stream().mapToLong(LongAdder::sum).sum();
        return "%,d documents acknowledged, %,d read, %,d searches, %,d cancelled, %,d failed, %,d wrong"
                .formatted(acknowledged.sum(), read.sum(), found.sum(), cancelled.sum(), failed, wrong);
    }

    /** Each kind of failure and fault in a line. */
    String details() {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(failures)
                .forEach((kind, count) -> text.append("failed: %,d x %s%n".formatted(count.sum(), kind)));
        new TreeMap<>(faults).forEach((kind, count) -> text.append("WRONG: %,d x %s%n".formatted(count.sum(), kind)));
        return text.toString();
    }
}
