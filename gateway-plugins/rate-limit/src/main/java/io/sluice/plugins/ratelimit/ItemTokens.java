package io.sluice.plugins.ratelimit;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.Exchange;
import io.sluice.api.RequestHead;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The tokens of one limit that one bulk holds for its next items, a few at a time. For one exchange. */
final class ItemTokens {

    private final ActiveLimit limit;
    private final RequestHead head;
    private final Exchange exchange;
    private @Nullable String index;
    private @Nullable String key;
    private long held;
    /** The limit does not mean items of this index. */
    private boolean free;

    /** Tokens of buckets that are chosen by each item's index. */
    ItemTokens(ActiveLimit limit, RequestHead head, Exchange exchange) {
        this.limit = limit;
        this.head = head;
        this.exchange = exchange;
    }

    /**
     * Tokens of one bucket.
     *
     * @param held how many were taken from it already
     */
    ItemTokens(ActiveLimit limit, RequestHead head, Exchange exchange, String key, long held) {
        this(limit, head, exchange);
        this.key = key;
        this.held = held;
    }

    /** Uses a token for an item; false if there is none. */
    boolean take(BulkAction item) {
        if (limit.limit().key().byIndex()) {
            choose(item.index());
        }
        String bucket = key;
        if (free || bucket == null) {
            return true;
        }
        if (held == 0) {
            held = limit.buckets().takeUpTo(bucket, limit.limit().held());
        }
        if (held == 0) {
            return false;
        }
        held--;
        return true;
    }

    // The bucket of one index after another; most bulks have few.
    private void choose(@Nullable String next) {
        if (key != null && Objects.equals(next, index)) {
            return;
        }
        end();
        index = next;
        key = limit.limit().key().of(head, exchange, next);
        free = key == null;
    }

    /** The item was refused by another limit. */
    void putBack() {
        if (!free) {
            held++;
        }
    }

    BulkItemPlan refusal() {
        limit.refusedDocuments().increment();
        return limit.refusals().item();
    }

    /** Gives back what is held. */
    void end() {
        String bucket = key;
        if (bucket != null && held > 0) {
            limit.buckets().giveBack(bucket, held);
        }
        held = 0;
    }
}
