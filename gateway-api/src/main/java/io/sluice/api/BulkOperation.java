package io.sluice.api;

import java.util.Locale;

/** What a bulk item does. */
public enum BulkOperation {
    INDEX,
    CREATE,
    UPDATE,
    DELETE;

    private final String key = name().toLowerCase(Locale.ROOT);

    /** The name of the action as a bulk writes it: {@code index}. */
    public String key() {
        return key;
    }

    /** Whether a source line follows the action line. */
    public boolean hasSource() {
        return this != DELETE;
    }
}
