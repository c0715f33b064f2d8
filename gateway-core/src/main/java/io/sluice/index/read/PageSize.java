package io.sluice.index.read;

/** How many documents to ask for, so that answers have about the wanted length. For one thread. */
final class PageSize {
    private static final int FIRST = 200;
    private static final int MOST = 5_000;
    private static final int GROWTH = 4;

    private final int wantedBytes;
    private final int most;
    private int size;

    PageSize(int wantedBytes, int most) {
        this.wantedBytes = wantedBytes;
        this.most = Math.min(MOST, most);
        this.size = Math.min(FIRST, this.most);
    }

    int size() {
        return size;
    }

    /** An answer had so many documents and bytes. */
    void seen(int documents, int bytes) {
        if (documents > 0) {
            long fitting = (long) wantedBytes * documents / Math.max(1, bytes);
            size = (int) Math.max(1, Math.min(Math.min(most, (long) size * GROWTH), fitting));
        }
    }

    /** An answer was too long. False if it was of one document. */
    boolean halve() {
        boolean possible = size > 1;
        size = Math.max(1, size / 2);
        return possible;
    }
}
