package io.sluice.regroup;

import io.sluice.bulk.answer.ItemOrder;
import org.jspecify.annotations.Nullable;

/**
 * Items of a bulk that run side by side. Rounds follow each other, each after the answers of the one before; most bulks have one.
 * On the bulk's event loop.
 *
 * @param split the bulk
 * @param groups of the round
 * @param lanes that they take
 * @param order of the items
 * @param retention keeps the items
 */
record Round(Split split, Groups groups, Lanes lanes, ItemOrder order, Retention retention) {

    /** The ways that items of a round take. */
    enum Way {
        /** The groups that the router names go to their nodes. */
        GROUPS,
        /** All go to one node, one after the other: it does not matter then which of their names lead to one index. */
        ONE_LANE,
        /** They go nowhere and get an error each. */
        NOWHERE
    }

    /** A lane with more bytes than its node takes in one request; null if there is none. */
    @Nullable Lane tooLarge() {
        for (Lane lane : lanes.all()) {
            if (lane.bytes() > lane.maxBytes() && !lane.isClosed()) {
                return lane;
            }
        }
        return null;
    }

    /** Ends pending requests and releases everything. */
    void abort() {
        lanes.abort();
        order.close();
        retention.close();
    }
}
