package io.sluice.api;

import org.jspecify.annotations.Nullable;

/** What is to become of a bulk item. Plans are values that may be kept and returned again and again. */
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
     *     leaves it as it is. Not asked where there is no source
     */
    record Rewrite(BulkEdit action, @Nullable JsonVisitor source) implements BulkItemPlan {}

    /**
     * Takes the item out of the bulk; the others go on. The client finds the error at the item's place in the answer, put there after
     * the filter's own response plan, and before those of the filters before it.
     *
     * @param status the item's HTTP status, 400 to 599
     * @param type in snake_case, for instance {@code security_exception}
     * @param reason one sentence for the person at the client; any text, it is escaped
     * @param index what the client calls the item's index; null where that is what the action says
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

        /** An item whose action says its index as the client does. */
        public Reject(int status, String type, String reason) {
            this(status, type, reason, null);
        }

        /** The same for an index that the client calls so. */
        public Reject of(String clientsIndex) {
            return new Reject(status, type, reason, clientsIndex);
        }
    }

    /** Ends the whole exchange with an answer. */
    record Refuse(Reply reply) implements BulkItemPlan {}
}
