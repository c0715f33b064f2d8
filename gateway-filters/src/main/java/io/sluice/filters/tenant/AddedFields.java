package io.sluice.filters.tenant;

/**
 * How much of a URL's fields the gateway adds to the parts of one body: each part gets them again, so that a long list and
 * many short parts would make a body many times as large. For one exchange.
 */
final class AddedFields {

    /** Bytes for all parts of a request together. */
    static final int MOST = 4 << 20;

    /** Bytes for each item of a bulk that do not count, because a bulk may have any number of items. */
    static final int FREE = 100;

    static final String WHY =
            "the gateway adds the fields that the URL names to each document or update, and a request must"
                    + " not have more than " + (MOST >> 20) + " MiB of them";

    private int count;
    private boolean full;

    /** Whether something was too much; nothing is added then. */
    boolean isFull() {
        return full;
    }

    /** Adds to one document of an {@code _mget}; false if that is too much. */
    boolean take(int bytes) {
        full |= bytes > MOST - count;
        count += full ? 0 : bytes;
        return !full;
    }

    /** Adds to one item of a bulk; false if that is too much. */
    boolean takeOfItem(int bytes) {
        return take(Math.max(0, bytes - FREE));
    }
}
