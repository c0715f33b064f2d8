package io.sluice.bench.stub.bulk;

import io.sluice.api.BulkOperation;
import java.util.Locale;

/** How an operation ended; a pure function of operation and id, so that every way to the stub gives the same answer. */
public enum ItemOutcome {
    CREATED(201, 1),
    UPDATED(200, 2),
    DELETED(200, 2),
    NOT_FOUND(404, 1);

    private final int status;
    private final int version;
    private final String result = name().toLowerCase(Locale.ROOT);

    ItemOutcome(int status, int version) {
        this.status = status;
        this.version = version;
    }

    /** The outcome for a document with this id: one index in eight finds a document, one delete in eight none. */
    static ItemOutcome of(BulkOperation operation, String id) {
        boolean eighth = (fingerprint(id) & 7) == 0;
        return switch (operation) {
            case CREATE -> CREATED;
            case INDEX -> eighth ? UPDATED : CREATED;
            case UPDATE -> UPDATED;
            case DELETE -> eighth ? NOT_FOUND : DELETED;
        };
    }

    private static int fingerprint(String id) {
        int sum = 0;
        for (int i = Math.max(0, id.length() - 4); i < id.length(); i++) {
            sum = sum << 8 | id.charAt(i);
        }
        sum *= 0x9E3779B1;
        return sum ^ sum >>> 16;
    }

    int status() {
        return status;
    }

    int version() {
        return version;
    }

    String result() {
        return result;
    }
}
