package io.sluice.index.read;

/** How many documents to ask for, so that answers have about the wanted length. For one thread. */
public final class PageSize {
    /** Nothing is known yet of how long documents are, and several workers begin at a time. */
    private static final int FIRST = 10;
    /** Whether a number has all of its documents shows only when a document of the next one is there. */
    private static final int LEAST = 2;

    private static final int MOST = 5_000;
    private static final int GROWTH = 4;

    private final int wantedBytes;
    private final int most;
    private int least = LEAST;
    private int size;

    /** @param most documents */
    public PageSize(int wantedBytes, int most) {
        this.wantedBytes = wantedBytes;
        this.most = Math.min(MOST, most);
        this.size = Math.min(FIRST, this.most);
    }

    /** How many to ask for now. */
    public int size() {
        return size;
    }

    /** An answer had so many documents and bytes. */
    public void seen(int documents, long bytes) {
        least = LEAST;
        if (documents > 0) {
            long fitting = (long) wantedBytes * documents / Math.max(1, bytes);
            size = (int) Math.max(LEAST, Math.min(Math.min(most, (long) size * GROWTH), fitting));
        }
    }

    /** An answer was too long. False if less cannot be asked for. */
    boolean halve() {
        boolean possible = size > least;
        size = Math.max(least, size / 2);
        return possible;
    }

    /** All documents of an answer had one number. False if more cannot be asked for. */
    boolean grow() {
        boolean possible = size < most;
        size = Math.min(most, size * 2);
        least = size;
        return possible;
    }
}
