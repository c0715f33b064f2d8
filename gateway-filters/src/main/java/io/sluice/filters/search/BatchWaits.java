package io.sluice.filters.search;

import org.jspecify.annotations.Nullable;

/**
 * Bounds of changes by query that wait between their batches ({@code requests_per_second}). A server keeps the documents of a batch in memory
 * until the time that it may take is over, for up to an hour, also when its client is gone; nothing counts them. Stateless.
 */
public final class BatchWaits {

    /** Documents of the largest batch of one slice: as many as a server shows by itself. */
    private static final int LARGEST = 10_000;

    /** Documents of a batch. */
    public static final Bound SIZE = Bound.atMost(LARGEST);

    /** How long a batch waits. */
    public static final String TEXT = "-1, or so many that no batch of all slices takes more than 60 s";

    private static final int MOST_SECONDS = 60;
    /** The most slices that a server chooses by itself. */
    private static final int CHOSEN_SLICES = 20;

    private BatchWaits() {}

    /**
     * Whether no batch waits for long.
     *
     * @param perSecond documents of all slices
     * @param size of a batch of each slice; null if the body may say it
     * @param slices their number; null for one
     */
    public static boolean areShort(String perSecond, @Nullable String size, @Nullable String slices) {
        int documents = size == null ? LARGEST : number(size);
        int parts = slices == null ? 1 : slices.equals("auto") ? CHOSEN_SLICES : number(slices);
        try {
            double rate = Double.parseDouble(perSecond);
            return rate == -1 || rate >= (double) documents * Math.max(1, parts) / MOST_SECONDS;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    // What is no number is refused elsewhere.
    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return Integer.MAX_VALUE;
        }
    }
}
