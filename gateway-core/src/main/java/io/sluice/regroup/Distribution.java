package io.sluice.regroup;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkField;
import io.sluice.api.BulkRouter;
import io.sluice.api.ShardCopy;
import io.sluice.bulk.BulkSplitter;
import io.sluice.bulk.IdInsertion;
import io.sluice.bulk.ItemOrder;
import io.sluice.cluster.BulkView;
import io.sluice.failure.Failure;
import io.sluice.upstream.UpstreamNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the items of a round on their lanes as the router says, notes the order, and sees where another round has to begin. On the
 * bulk's event loop.
 */
final class Distribution implements BulkSplitter.Target {
    private final BulkRouter router;
    private final Sites sites;
    private final BulkView view;
    private Groups groups;
    private Lanes lanes;
    private ItemOrder order;
    private Round.Way way = Round.Way.GROUPS;
    /** True iff the next item begins another round. */
    private boolean full;
    /** True iff an item had a name that the view does not know and began another round for it. */
    private boolean oneLane;

    private int lookups;
    /** True iff it is settled that the bulk is split. */
    private boolean settled;
    /** True iff an item with an id has a name that the view does not know. */
    private boolean unknownNames;
    /** Items that went elsewhere than to the node that holds their shard. */
    private int misplaced;
    /** The id that the next item gets; null if it needs none. */
    private byte @Nullable [] drawn;

    private final byte[] member = new byte[40];

    Distribution(Split split, Round first) {
        this.router = split.regrouping().router();
        this.sites = split.sites();
        this.view = sites.home().view();
        this.groups = first.groups();
        this.lanes = first.lanes();
        this.order = first.order();
    }

    /**
     * True iff an item with an id has a name that the view does not know: it could be another name of an index that the bulk also
     * uses, and operations on one document would be divided.
     */
    boolean hasUnknownNames() {
        return unknownNames;
    }

    /** From now on another round begins before such an item, and where a lane has enough. */
    void settle() {
        settled = true;
    }

    int misplaced() {
        return misplaced;
    }

    /** Another round is to begin with the next item. */
    void endRound() {
        full = true;
    }

    /** The items go on in another round, as the router says or where a name is unknown one behind the other. */
    void begin(Round round) {
        take(round, oneLane ? Round.Way.ONE_LANE : Round.Way.GROUPS);
        if (oneLane) {
            var home = sites.home();
            lanes.laneFor(home.cluster(), home.node(null));
        }
    }

    /** The items that follow go nowhere. */
    void refuse(Round round, Failure why) {
        take(round, Round.Way.NOWHERE);
        lanes.refuse(sites.home(), why);
    }

    /** The nodes at which the round needs slots. */
    List<UpstreamNode> nodes() {
        return switch (way) {
            case GROUPS -> sites.nodes();
            case ONE_LANE -> List.of(lanes.get(0).node());
            case NOWHERE -> List.of();
        };
    }

    private void take(Round round, Round.Way itsWay) {
        groups = round.groups();
        lanes = round.lanes();
        order = round.order();
        way = itsWay;
        full = false;
        lookups = view.lookups();
    }

    @Override
    public int place(BulkAction action, int position) {
        if (way != Round.Way.GROUPS || full && settled) {
            return placeOtherwise(action);
        }
        int lane = groups.lane(router.group(action, position, groups));
        // A router that does not look at shards does not depend on names either.
        boolean lookedUp = view.lookups() != lookups;
        lookups = view.lookups();
        if (lookedUp) {
            if (!view.lastNameKnown() && action.has(BulkField.ID) && router.isOptional()) {
                unknownNames = true;
                if (settled) {
                    lanes.withdrawUnused();
                    oneLane = true;
                    return BulkSplitter.PAUSE;
                }
            }
            countMisplaced(lane);
        }
        order.append(lane, action.operation());
        drawn = lookedUp ? view.drawnId() : null;
        return lane;
    }

    private int placeOtherwise(BulkAction action) {
        if (full) {
            return BulkSplitter.PAUSE;
        }
        if (way == Round.Way.ONE_LANE) {
            // So that the next bulk finds its name in the view.
            view.primaryOf(action);
            countMisplaced(0);
        }
        order.append(0, action.operation());
        return 0;
    }

    private void countMisplaced(int lane) {
        ShardCopy shard = view.lastPrimary();
        if (shard == null || !lanes.get(lane).holds(shard)) {
            misplaced++;
        }
    }

    @Override
    public void append(int place, byte[] bytes, int from, int to) {
        Lane lane = lanes.get(place);
        if (drawn == null) {
            lane.append(bytes, from, to);
        } else {
            appendWith(drawn, lane, bytes, from, to);
            drawn = null;
        }
    }

    // The first piece of an item has its whole action line. One that is written in an unusual way gets its id from the
    // server.
    private void appendWith(byte[] id, Lane lane, byte[] bytes, int from, int to) {
        int at = IdInsertion.at(bytes, from, to);
        if (at < 0) {
            lane.append(bytes, from, to);
            return;
        }
        lane.append(bytes, from, at);
        lane.append(member, 0, IdInsertion.write(id, bytes, at, member));
        lane.append(bytes, at, to);
    }

    @Override
    public void itemEnded(int place) {
        Lane lane = lanes.get(place);
        lane.itemEnded();
        if (lane.hasEnough() && way != Round.Way.NOWHERE) {
            full = true;
        }
    }
}
