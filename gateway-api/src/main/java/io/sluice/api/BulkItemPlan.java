package io.sluice.api;

import org.jspecify.annotations.Nullable;

/** What happens to a bulk item. Plans are values: they may be kept and returned many times. */
public sealed interface BulkItemPlan {

    /** Forwards the item as it is; its source is not looked at. */
    static BulkItemPlan keep() {
        return Keep.INSTANCE;
    }

    /** Forwards the item as it is. */
    record Keep() implements BulkItemPlan {
        private static final Keep INSTANCE = new Keep();
    }

    /**
     * Changes the action line, the source, or both.
     *
     * @param action changes to the line
     * @param source edits the source, which for an update is the object with {@code doc}, {@code script} and {@code upsert}; null
     *     leaves it as it is. Not called if there is no source
     */
    record Rewrite(BulkEdit action, @Nullable JsonVisitor source) implements BulkItemPlan {}

    /**
     * Takes the item out of the bulk; the others go on. The client finds the error at the item's place in the answer, or behind
     * the other items if its {@code filter_path} may leave out some of them. It is put there after the filter's own response plan, and
     * before those of the filters before it.
     *
     * @param status the item's HTTP status, 400 to 599
     * @param type in snake_case, for instance {@code security_exception}
     * @param reason one sentence for the person at the client; any text, it is escaped
     * @param index the client's name of the item's index; null if the action has that name
     */
    record Reject(
            int status,
            String type,
            String reason,
            @Nullable String index) implements BulkItemPlan {
        public Reject {
            if (status < 400 || status > 599) {
                throw new IllegalArgumentException("not the status of an error: " + status);
            }
        }

        /** Rejects an item whose action has the client's name of the index. */
        public Reject(int status, String type, String reason) {
            this(status, type, reason, null);
        }

        /** Rejects an item and gives the client's name of its index. */
        public Reject of(String clientsIndex) {
            return new Reject(status, type, reason, clientsIndex);
        }
    }

    /** Ends the whole exchange with an answer. */
    record Refuse(Reply reply) implements BulkItemPlan {}
}
