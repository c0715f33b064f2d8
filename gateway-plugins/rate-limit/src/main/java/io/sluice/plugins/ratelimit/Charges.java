package io.sluice.plugins.ratelimit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a request that went on has taken, to be settled when it ends.
 *
 * @param bytes tokens for its body
 * @param items the items of its bulk; null if it is none
 * @param policies what its answer tells of the limits, empty for nothing
 * @param states what its answer tells of what is left
 */
record Charges(List<Wanted> bytes, @Nullable BulkItems items, String policies, String states) {

    /** The body has ended, with so many bytes: the difference to what was taken is charged or given back. */
    void settle(long received) {
        for (Wanted taken : bytes) {
            long more = received - taken.tokens();
            if (more > 0) {
                taken.limit().buckets().charge(taken.key(), more);
            } else if (more < 0) {
                taken.limit().buckets().giveBack(taken.key(), -more);
            }
        }
        if (items != null) {
            items.end();
        }
    }
}
