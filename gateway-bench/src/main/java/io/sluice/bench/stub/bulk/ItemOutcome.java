package io.sluice.bench.stub.bulk;

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

    /** The outcome for a document whose id has this fingerprint: one index in eight finds a document, one delete in eight none. */
    static ItemOutcome of(BulkOperation operation, int fingerprint) {
        boolean eighth = (fingerprint & 7) == 0;
        return switch (operation) {
            case CREATE -> CREATED;
            case INDEX -> eighth ? UPDATED : CREATED;
            case UPDATE -> UPDATED;
            case DELETE -> eighth ? NOT_FOUND : DELETED;
        };
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
