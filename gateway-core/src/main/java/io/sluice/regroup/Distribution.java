package io.sluice.regroup;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkField;
import io.sluice.api.BulkRouter;
import io.sluice.api.ShardCopy;
import io.sluice.bulk.BulkSplitter;
import io.sluice.bulk.ItemOrder;
import io.sluice.cluster.BulkView;

/**
 * Puts the items of one bulk on their lanes as the router says, and notes the order. On the bulk's event loop.
 */
final class Distribution implements BulkSplitter.Target {
    private final BulkRouter router;
    private final Groups groups;
    private final Lanes lanes;
    private final ItemOrder order;
    private final BulkView view;
    private int lookups;
    /** True iff it is settled that the bulk is split. */
    private boolean settled;
    /** True iff an item with an id has a name that the view does not know. */
    private boolean unknownNames;
    /** Items that went elsewhere than to the node that holds their shard. */
    private int misplaced;

    Distribution(BulkRouter router, Groups groups, Lanes lanes, ItemOrder order) {
        this.router = router;
        this.groups = groups;
        this.lanes = lanes;
        this.order = order;
        this.view = groups.home().view();
    }

    /**
     * True iff an item with an id has a name that the view does not know: it could be another name of an index that the bulk also
     * uses, and operations on one document would be divided.
     */
    boolean hasUnknownNames() {
        return unknownNames;
    }

    /** From now on such items are refused, as the others are on their way. */
    void settle() {
        settled = true;
    }

    int misplaced() {
        return misplaced;
    }

    @Override
    public int place(BulkAction action, int position) {
        int lane = groups.lane(router.group(action, position, groups));
        // A router that does not look at shards does not depend on names either.
        boolean lookedUp = view.lookups() != lookups;
        lookups = view.lookups();
        if (lookedUp) {
            ShardCopy shard = view.lastPrimary();
            if (shard == null || !lanes.get(lane).holds(shard)) {
                misplaced++;
            }
            if (!view.lastNameKnown() && action.has(BulkField.ID) && router.isOptional()) {
                unknownNames = true;
                lane = settled ? lanes.refusing() : lane;
            }
        }
        order.append(lane, action.operation());
        return lane;
    }

    @Override
    public void append(int place, byte[] bytes, int from, int to) {
        lanes.get(place).append(bytes, from, to);
    }

    @Override
    public void itemEnded(int place) {
        lanes.get(place).itemEnded();
    }
}
