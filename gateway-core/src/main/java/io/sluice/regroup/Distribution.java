package io.sluice.regroup;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkField;
import io.sluice.api.BulkRouter;
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
    /** True iff an item with an id went where a name that the view knows leads. */
    private boolean idUnderKnownName;
    /** True iff an item with an id has a name that the view does not know. */
    private boolean idUnderUnknownName;

    Distribution(BulkRouter router, Groups groups, Lanes lanes, ItemOrder order) {
        this.router = router;
        this.groups = groups;
        this.lanes = lanes;
        this.order = order;
        this.view = groups.home().view();
    }

    /**
     * True iff the operations of one document may have been given to two lanes: a name that the view does not know could be
     * another name of an index that the bulk also uses.
     */
    boolean mayDivideDocuments() {
        return idUnderKnownName && idUnderUnknownName;
    }

    /** True iff an item with an id has a name that the view does not know. */
    boolean hasUnknownNames() {
        return idUnderUnknownName;
    }

    @Override
    public int place(BulkAction action, int position) {
        int lane = groups.lane(router.group(action, position, groups));
        order.append(lane, action.operation());
        // A router that does not look at shards does not depend on names either.
        boolean lookedUp = view.lookups() != lookups;
        lookups = view.lookups();
        if (lookedUp && action.has(BulkField.ID)) {
            if (view.lastNameKnown()) {
                idUnderKnownName = true;
            } else {
                idUnderUnknownName = true;
            }
        }
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
