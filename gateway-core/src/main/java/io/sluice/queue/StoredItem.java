package io.sluice.queue;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BulkOperation;

/** One item of a record, and what came of sending it. On its lane's event loop. */
final class StoredItem {
    private final StoredRecord record;
    private final Action action;
    private final int from;
    private final int to;
    private boolean mayHaveRun;
    private int serverErrors;

    /**
     * What its action line says.
     *
     * @param operation what is done
     * @param document the same for all operations on a document, different for most others
     * @param external whether the line has a version of the client's own, so that an older one has no effect
     */
    record Action(BulkOperation operation, long document, boolean external) {}

    /**
     * @param from where it begins in the record
     * @param to where it ends
     * @param mayHaveRun whether it may have been executed already
     */
    StoredItem(StoredRecord record, Action action, int from, int to, boolean mayHaveRun) {
        this.record = record;
        this.action = action;
        this.from = from;
        this.to = to;
        this.mayHaveRun = mayHaveRun;
    }

    StoredRecord record() {
        return record;
    }

    Action action() {
        return action;
    }

    int length() {
        return to - from;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** Whether it lies right behind another item in one record. */
    boolean follows(StoredItem other) {
        return record.equals(other.record) && from == other.to;
    }

    /** The item's lines, retained. */
    ByteBuf lines() {
        return record.retainedSlice(from, to);
    }

    boolean mayHaveRun() {
        return mayHaveRun;
    }

    /** It was sent, and nobody knows what became of it. */
    void ranPerhaps() {
        mayHaveRun = true;
    }

    /** A server failed on it; returns how often that was. */
    int serverFailed() {
        return ++serverErrors;
    }
}
