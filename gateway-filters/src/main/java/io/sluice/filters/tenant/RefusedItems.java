package io.sluice.filters.tenant;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkVisitor;
import io.sluice.filters.tenant.body.RequestReferences;

/**
 * Rejects all items: their index cannot exist, or its layout is closed.
 *
 * @param rejection of each item
 * @param notes counts them
 */
record RefusedItems(BulkItemPlan rejection, RequestReferences notes) implements BulkVisitor {

    @Override
    public BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position) {
        notes.parts().item();
        return rejection;
    }
}
