package io.sluice.queue;

import org.jspecify.annotations.Nullable;

/**
 * Tells records of a lane which earlier ones they follow on a document. Where an earlier one would be sent again after a restart, those
 * that follow it have to be, too, or the document would be left in the earlier state. On the lane's event loop.
 */
final class DocumentOrder {
    /** Documents that are known at most; 200 KiB a lane. */
    private static final int MOST = 8192;

    private static final int FEWEST = 128;

    /** The last record that writes each document. */
    private DocumentTable last = new DocumentTable();
    /** How many documents are known before those are looked for that need not be. */
    private int limit = FEWEST;
    /** How many documents are refused before room is looked for again, which takes as long as many of them. */
    private int refusals;
    /** The last record whose documents are not all known; all later ones follow it. */
    private @Nullable Presence unknown;

    /** A record has come behind all others; to be called before its documents are added. */
    void begin(Presence record) {
        if (unknown != null) {
            record.follow(unknown);
        }
    }

    /** A record writes a document. */
    void add(Presence record, long document) {
        Presence before = last.get(document);
        if (before == null && last.size() >= limit && !makeRoom()) {
            unknown = record;
            return;
        }
        last.put(document, record);
        if (before != null) {
            record.follow(before);
        }
    }

    private boolean makeRoom() {
        if (refusals > 0) {
            refusals--;
            return false;
        }
        last.retain(Presence::isInEngine);
        limit = Math.min(MOST, Math.max(FEWEST, 2 * last.size()));
        if (last.size() < limit) {
            return true;
        }
        refusals = MOST / 8;
        return false;
    }

    /** No record is held. */
    void clear() {
        if (last.size() > 0) {
            last = new DocumentTable();
            limit = FEWEST;
            refusals = 0;
        }
        unknown = null;
    }
}
