package io.sluice.queue;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BulkOperation;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One item of a record, and what came of sending it. On its lane's event loop. */
final class StoredItem implements AutoCloseable {
    private final StoredRecord record;
    private final Action action;
    private final int from;
    private final int to;
    private final AwaitedWrite.@Nullable Claim awaited;
    private boolean mayHaveRun;
    private boolean missed;
    private boolean leavesIdToServer;
    private int serverErrors;
    private int brokenOffWhileOthersWent;
    private int brokenOffAlone;
    /** Its lines once it is detached from its record; owned. */
    private @Nullable ByteBuf own;
    /** The id of its document since then. */
    private @Nullable String ownId;

    /**
     * What its action line says.
     *
     * @param operation what is done
     * @param index as the line names it
     * @param document the same for all operations on a document, different for almost all others; see {@link #isOfSameDocumentAs}
     * @param once whether a second execution has no effect, as the line has a version of the client's own, or names the state that it is for,
     *     and what it makes of that is what it says
     * @param drawn whether the id was drawn here, so that nobody else has it
     * @param typed whether it names a type
     */
    record Action(BulkOperation operation, String index, long document, boolean once, boolean drawn, boolean typed) {}

    /**
     * Where an item lies in its record.
     *
     * @param from where it begins
     * @param to where it ends
     */
    record Span(int from, int to) {}

    /**
     * @param awaited is told the result; null if nobody waits for it
     * @param mayHaveRun whether it may have been executed already
     */
    StoredItem(
            StoredRecord record, Action action, Span span, AwaitedWrite.@Nullable Claim awaited, boolean mayHaveRun) {
        this.record = record;
        this.action = action;
        this.from = span.from();
        this.to = span.to();
        this.awaited = awaited;
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

    /**
     * Whether both are operations on one document. Compares their ids where the hashes are equal, unless the lines of one are given back: what is
     * done with an item is decided while its lines are there.
     */
    boolean isOfSameDocumentAs(StoredItem other) {
        if (action.document() != other.action.document() || !action.index().equals(other.action.index())) {
            return false;
        }
        return !hasLines() || !other.hasLines() || id().equals(other.id());
    }

    private boolean hasLines() {
        return own != null || record.isHere();
    }

    private String id() {
        if (ownId != null) {
            return ownId;
        }
        ByteBuf lines = lines();
        try {
            return Objects.requireNonNullElse(ItemLine.of(lines).id(), "");
        } finally {
            lines.release();
        }
    }

    /** Whether it lies right behind another item in one record. */
    boolean follows(StoredItem other) {
        return own == null && other.own == null && record.equals(other.record) && from == other.to;
    }

    /** The item's lines, retained. */
    ByteBuf lines() {
        return linesUpTo(this);
    }

    /** The lines from this item to one that is this one or comes behind it, each {@linkplain #follows following} another; retained. */
    ByteBuf linesUpTo(StoredItem last) {
        return own == null ? record.retainedSlice(from, last.to) : own.retainedSlice();
    }

    /** Holds its own lines from now on, so that its record need not be held. */
    void detach() {
        if (own == null) {
            ownId = id();
            ByteBuf lines = lines();
            own = lines.copy();
            lines.release();
            record.itemDetached();
        }
    }

    boolean mayHaveRun() {
        return mayHaveRun;
    }

    /** It was sent, and nobody knows what became of it. */
    void ranPerhaps() {
        mayHaveRun = true;
    }

    /**
     * Something stood in its way, and was not found.
     *
     * @return whether that was so before
     */
    boolean missed() {
        boolean before = missed;
        missed = true;
        return before;
    }

    /**
     * The server makes the ids of the item's index itself: the item is sent without one from now on. That does no harm
     * where it is executed twice, as the server makes the same id of the same document.
     *
     * @return false if the id is the client's, or the item was sent without one
     */
    boolean leaveIdToServer() {
        boolean changes = action.drawn() && !leavesIdToServer;
        leavesIdToServer |= changes;
        return changes;
    }

    boolean leavesIdToServer() {
        return leavesIdToServer;
    }

    /** A server failed on it; returns how often that was. */
    int serverFailed() {
        return ++serverErrors;
    }

    /**
     * The cluster broke off at it when it was sent alone.
     *
     * @param sign what the cluster showed since it did so before
     * @return how often it did so with a sign that it works otherwise
     */
    int brokenOff(ClusterSigns.Sign sign) {
        switch (sign) {
            case WORKS -> brokenOffWhileOthersWent++;
            case ANSWERS -> brokenOffAlone++;
            // What answers, and breaks off at everything, is no fault of one item.
            case BREAKS_OFF -> brokenOffAlone = 0;
            case NONE -> {}
        }
        return brokenOffWhileOthersWent + brokenOffAlone;
    }

    /** Whether somebody waits for its result. */
    boolean isAwaited() {
        return awaited != null;
    }

    /**
     * It is done.
     *
     * @param result as the server wrote it; empty unless it is awaited or failed
     */
    void done(int status, byte[] result) {
        finished();
        if (awaited == null) {
            return;
        }
        if (status != Fate.CONFLICT) {
            awaited.finished(status, result);
        } else if (action.operation() == BulkOperation.CREATE) {
            awaited.created();
        } else {
            awaited.unknown();
        }
    }

    /** It is kept as a dead letter. */
    void buried(int status, byte[] result) {
        finished();
        if (awaited != null) {
            awaited.finished(status, result);
        }
    }

    private void finished() {
        if (own == null) {
            record.itemDetached();
        }
        record.itemFinished();
        close();
    }

    /** Releases what it holds itself. */
    @Override
    public void close() {
        if (own != null) {
            own.release();
            own = null;
            ownId = null;
        }
    }
}
