package io.sluice.queue;

import io.sluice.api.BulkOperation;
import java.nio.charset.StandardCharsets;

/** What becomes of an item after a server's answer to it. */
enum Fate {
    /** It has the effect that it was to have. */
    DONE,
    /** It is sent again. */
    AGAIN,
    /** What stands there already may be of an attempt whose answer did not come, or of somebody else: a look tells. */
    CONTESTED,
    /** It will never succeed as it is. */
    DEAD;

    private static final int NOT_FOUND = 404;
    private static final int TIMEOUT = 408;
    static final int CONFLICT = 409;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;
    private static final int UNAVAILABLE = 503;

    /**
     * Judges.
     *
     * @param status of the item; 0 if the answer has none
     * @param serverErrors how often a server may fail on an item
     */
    static Fate of(StoredItem item, int status, int serverErrors) {
        StoredItem.Action action = item.action();
        if (status >= 200 && status < 300 || status == NOT_FOUND && action.operation() == BulkOperation.DELETE) {
            return DONE;
        }
        if (status == CONFLICT && item.mayHaveRun()) {
            boolean creates = action.operation() == BulkOperation.CREATE;
            // An id that the server makes of a document, as in a time series, may be that of somebody else's.
            if (creates && action.drawn() && !item.leavesIdToServer()) {
                return DONE;
            }
            return creates || action.once() ? CONTESTED : DEAD;
        }
        if (status < 400 || status >= SERVER_ERROR) {
            item.ranPerhaps();
            boolean failedOn = status == SERVER_ERROR && item.serverFailed() >= serverErrors;
            return failedOn ? DEAD : AGAIN;
        }
        return status == TOO_MANY || status == TIMEOUT ? AGAIN : DEAD;
    }

    /** Whether a server refuses an item for its id, as its index is a time series: the server makes the ids there. */
    static boolean isForId(byte[] result) {
        return says(result, "\"reason\":\"_id must be unset or set to [");
    }

    /** Whether a status means that the item's index takes nothing, while the cluster may take other items: it lacks its shards, or is blocked. */
    static boolean isOfIndex(int status, byte[] result) {
        return switch (status) {
            case UNAVAILABLE -> says(result, "\"type\":\"unavailable_shards_exception\"");
            case TOO_MANY -> says(result, "\"type\":\"cluster_block_exception\"");
            default -> false;
        };
    }

    // Quotes within a text are escaped, so no name and no reason is taken for a member.
    private static boolean says(byte[] result, String member) {
        return new String(result, StandardCharsets.ISO_8859_1).contains(member);
    }
}
