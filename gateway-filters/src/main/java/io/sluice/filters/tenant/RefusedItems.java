package io.sluice.filters.tenant;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkVisitor;
import io.sluice.filters.tenant.query.RequestReferences;

/**
 * Items that are for nobody, or for nobody now.
 *
 * @param rejection what becomes of each
 * @param notes counts them
 */
record RefusedItems(BulkItemPlan rejection, RequestReferences notes) implements BulkVisitor {

    @Override
    public BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position) {
        notes.item();
        return rejection;
    }
}
