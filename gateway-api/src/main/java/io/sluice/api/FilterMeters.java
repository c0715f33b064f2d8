package io.sluice.api;

import java.util.function.Function;
import java.util.function.LongSupplier;

/** Meters of one filter; names are given without the prefix {@code sluice_filter_}, in snake_case with the unit last. */
public interface FilterMeters {

    /** A counter; the same name gives the same counter. Make it when the filter is made, not per request. */
    Counter counter(String name, String description);

    /** Durations: how many, their sum and the longest of late; the same name gives the same timer. The unit is added to the name. */
    Timer timer(String name, String description);

    /** A value that is read when metrics are scraped; the supplier must be thread-safe and must not block. */
    void gauge(String name, String description, LongSupplier value);

    /**
     * Meters that are kept apart by one more tag, whose values are met as requests come. The first values have series of their own,
     * all others share those of {@link PerValue#OTHER}, so that clients cannot make series without end.
     *
     * @param tag its name, in snake_case
     * @param most how many values have series of their own
     * @param meters makes those of one value from meters that have the tag
     */
    <M> PerValue<M> perValue(String tag, int most, Function<FilterMeters, M> meters);

    /** Only grows; safe from any thread. */
    interface Counter {
        void add(long amount);

        default void increment() {
            add(1);
        }
    }

    /** Counts durations; safe from any thread. */
    interface Timer {
        void record(long nanos);
    }
}
