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
        for (BulkOperation operation : ALL) {
            if (matches(operation.label, bytes, from, to)) {
                return operation;
            }
        }
        return null;
    }

    private static boolean matches(String label, byte[] bytes, int from, int to) {
        boolean equal = to - from == label.length();
        for (int i = 0; equal && i < label.length(); i++) {
            equal = bytes[from + i] == label.charAt(i);
        }
        return equal;
    }
}
