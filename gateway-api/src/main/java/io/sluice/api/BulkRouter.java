package io.sluice.api;

/**
 * Names the group of each item of a bulk. Splitting, sending and merging are the gateway's. Immutable and shared by all event
 * loops; a router keeps no state of a bulk, but may use the position of an item.
 *
 * <p>A router must keep this rule: items with one name, one id and no routing always go to one group. Items whose shard cannot be
 * computed and that have an id therefore share one group; only items without id may be spread. Where an id comes with several names
 * or routings, the gateway keeps its items in one cluster together whatever their groups, since names change their meaning.
 */
public interface BulkRouter {

    /**
     * The group of an item. Called for every item that is sent, in their order, and again for one that is put off until others are
     * answered; should allocate nothing.
     *
     * @param rewritten the action after all filters; lent for the call
     * @param position the item's place among those that are sent, from 0
     * @param groups of this bulk; lent for the call
     * @return what {@link GroupTable#intern} returned
     */
    int group(BulkAction rewritten, int position, GroupTable groups);

    /**
     * Whether groups matter for speed only, because every node of the flow's cluster handles every item in the same way. If true, a bulk
     * is relayed whole where splitting costs more than it gains or would not be exact. A router that chooses between clusters returns
     * false: then every bulk is split, and a bulk that cannot be split is refused.
     */
    default boolean isOptional() {
        return true;
    }
}
