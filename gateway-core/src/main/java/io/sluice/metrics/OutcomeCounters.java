package io.sluice.metrics;

import io.micrometer.core.instrument.Counter;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;

/** A counter for each thing that may come of something, with the tag {@code outcome}. Safe from any thread. */
final class OutcomeCounters {
    private final MeterGroup group;
    private final String name;
    private final String description;
    private final ConcurrentHashMap<String, Counter> counters = new ConcurrentHashMap<>();

    OutcomeCounters(MeterGroup group, String name, String description) {
        this.group = group;
        this.name = name;
        this.description = description;
    }

    /** Counts each of these from the beginning. */
    void prepare(Enum<?>... possible) {
        for (Enum<?> outcome : possible) {
            counter(outcome);
        }
    }

    void add(Enum<?> outcome, int count) {
        counter(outcome).increment(count);
    }

    private Counter counter(Enum<?> outcome) {
        return counters.computeIfAbsent(
                outcome.name().toLowerCase(Locale.ROOT), tag -> group.count(name, description, "outcome", tag));
    }
}
