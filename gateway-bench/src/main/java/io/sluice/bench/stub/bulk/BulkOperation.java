package io.sluice.bench.stub.bulk;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What an action line asks for. */
public enum BulkOperation {
    INDEX,
    CREATE,
    UPDATE,
    DELETE;

    private static final BulkOperation[] ALL = values();

    private final String label = name().toLowerCase(Locale.ROOT);
    private final long word = Utf8Slice.word(label);

    /** The name as it stands in an action line. */
    String label() {
        return label;
    }

    /** Whether a line with the document follows the action line. */
    boolean hasSource() {
        return this != DELETE;
    }

    /** The operation of that name, or null. */
    static @Nullable BulkOperation of(byte[] bytes, int from, int to) {
        if (to - from >= Long.BYTES) {
            return null;
        }
        long name = Words.at(bytes, from, to - from);
        for (BulkOperation operation : ALL) {
            if (operation.word == name) {
                return operation;
            }
        }
        return null;
    }
}
