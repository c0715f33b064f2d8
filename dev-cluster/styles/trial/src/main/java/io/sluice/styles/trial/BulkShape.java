package io.sluice.styles.trial;

/**
 * The requests of one trial of bulks.
 *
 * @param warmup requests at its beginning that are not counted: two fifths of all, rounded down
 * @param measured requests after them
 */
public record BulkShape(int warmup, int measured) {
    /**
     * For so many documents.
     *
     * @param size documents a request; the last request is filled up
     */
    public static BulkShape of(long documents, int size) {
        int all = Math.toIntExact(Math.max(1, (documents + size - 1) / size));
        int warmup = all * 2 / 5;
        return new BulkShape(warmup, all - warmup);
    }
}
