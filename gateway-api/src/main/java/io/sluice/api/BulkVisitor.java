package io.sluice.api;

/**
 * Decides about the items of one bulk, in their order. For one exchange; runs on its event loop. Nothing is allocated for an item
 * unless the visitor does so: it may keep its {@link BulkEdit} and its plans and return the same ones again.
 */
public interface BulkVisitor {

    /**
     * What is to become of an item. Called once its action line is complete and before its source is looked at.
     *
     * @param effective the action with what the URL says applied; lent for the call
     * @param url what the URL says
     * @param position the item's place among the items that reach this visitor, from 0
     */
    BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position);
}
