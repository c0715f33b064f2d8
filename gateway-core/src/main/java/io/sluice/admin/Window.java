package io.sluice.admin;

import io.micrometer.core.instrument.Meter;
import java.util.function.Predicate;

/** What happened between two samples. Immutable. */
record Window(Sample older, Sample newer) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** The length, in seconds; 0 where there is one sample only. */
    double seconds() {
        return (newer.nanos() - older.nanos()) / NANOS_PER_SECOND;
    }

    /** How often a counter rose each second, the ones that fit together. */
    double perSecond(String name, Predicate<Meter.Id> which) {
        double seconds = seconds();
        return seconds <= 0 ? 0 : growth(name, which) / seconds;
    }

    double growth(String name, Predicate<Meter.Id> which) {
        double sum = 0;
        for (var entry : newer.counts().entrySet()) {
            if (entry.getKey().getName().equals(name) && which.test(entry.getKey())) {
                sum += Math.max(0, entry.getValue() - older.counts().getOrDefault(entry.getKey(), 0.0));
            }
        }
        return sum;
    }

    /** The values that histograms of a name took, the ones that fit together. */
    Spread spread(String name, Predicate<Meter.Id> which) {
        Spread sum = Spread.NONE;
        for (var entry : newer.times().entrySet()) {
            if (entry.getKey().getName().equals(name) && which.test(entry.getKey())) {
                Spread before = older.times().getOrDefault(entry.getKey(), Spread.NONE);
                sum = sum.plus(entry.getValue().minus(before));
            }
        }
        return sum;
    }

    /** Fits meters with these tags, given as keys and values. */
    static Predicate<Meter.Id> tagged(String... tags) {
        return id -> {
            for (int i = 0; i < tags.length; i += 2) {
                if (!tags[i + 1].equals(id.getTag(tags[i]))) {
                    return false;
                }
            }
            return true;
        };
    }

    /** Fits answers that say that something failed: 5xx, 429, and none at all. */
    static boolean isError(Meter.Id id) {
        String status = String.valueOf(id.getTag("status"));
        return status.startsWith("5") || status.equals("429") || status.equals("none");
    }
}
