package io.sluice.bench.soak;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * What one index of a tenant must hold: of each document the newest round that was acknowledged, and the newest that was
 * sent. Written by one thread, read by any.
 */
final class Ledger {
    private final String tenant;
    private final String index;
    private final AtomicIntegerArray acknowledged;
    private final AtomicIntegerArray sent;

    Ledger(String tenant, String index, int documents) {
        this.tenant = tenant;
        this.index = index;
        this.acknowledged = new AtomicIntegerArray(documents);
        this.sent = new AtomicIntegerArray(documents);
    }

    String tenant() {
        return tenant;
    }

    String index() {
        return index;
    }

    int documents() {
        return sent.length();
    }

    void send(int document, int round) {
        sent.set(document, round);
    }

    void acknowledge(int document, int round) {
        acknowledged.set(document, round);
    }

    /** The newest round that was acknowledged; 0 if none was. */
    int acknowledged(int document) {
        return acknowledged.get(document);
    }

    /** Whether a document may be stored as of that round, if one round was acknowledged before it was asked for. */
    boolean allows(int document, int round, int acknowledgedBefore) {
        return round >= acknowledgedBefore && round <= sent.get(document);
    }
}
