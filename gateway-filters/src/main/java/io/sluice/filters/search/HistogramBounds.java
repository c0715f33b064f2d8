package io.sluice.filters.search;

import java.util.function.DoublePredicate;

/**
 * Bounds of histograms. Over a field of ranges a server adds 1 to the number of a bucket until it comes to the end of the range, which it
 * never does above 2^53, where a double does not change by 1: four such searches kept all threads for searches of Elasticsearch 7.17 until
 * it was started anew. With these bounds an {@code integer_range}, which has 2^32 values, stays below. Stateless.
 */
final class HistogramBounds {
    private static final double LEAST_INTERVAL = 0.000_001;
    private static final double MOST_OFFSET = 1_000_000_000;

    /** The width of a bucket; servers refuse one that is not positive. */
    static final Bound INTERVAL =
            new Bound(text -> isNumber(text, value -> value <= 0 || value >= LEAST_INTERVAL), "at least 0.000001");

    /** Where buckets begin. */
    static final Bound OFFSET = new Bound(
            text -> isNumber(text, value -> Math.abs(value) <= MOST_OFFSET),
            "between -1,000,000,000 and 1,000,000,000");

    private HistogramBounds() {}

    // What is no number is a time, or a server refuses it: it reads them with the same method.
    private static boolean isNumber(String text, DoublePredicate within) {
        try {
            return within.test(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return true;
        }
    }
}
