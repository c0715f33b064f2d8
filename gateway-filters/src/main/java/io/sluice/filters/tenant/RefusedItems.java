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
 * @param notes takes the names of their indices, which the answer is to show as they are
 */
record RefusedItems(BulkItemPlan rejection, RequestReferences notes) implements BulkVisitor {

    @Override
    public BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position) {
        notes.item(position, notes.member());
        String index = effective.index();
        if (index != null) {
            notes.named(index);
        }
        return rejection;
    }
}
