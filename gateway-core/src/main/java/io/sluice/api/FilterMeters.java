package io.sluice.api;

import java.util.function.LongSupplier;

/** Meters of one filter; names are given without the prefix {@code sluice_filter_}, in snake_case with the unit last. */
public interface FilterMeters {

    /** A counter; the same name gives the same counter. Make it when the filter is made, not per request. */
    Counter counter(String name, String description);

    /** A value that is read when metrics are scraped; the supplier must be thread-safe and must not block. */
    void gauge(String name, String description, LongSupplier value);

    /** Only grows; safe from any thread. */
    interface Counter {
        void add(long amount);

        default void increment() {
            add(1);
        }
    }
}
