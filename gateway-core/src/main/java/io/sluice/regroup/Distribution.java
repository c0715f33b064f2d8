package io.sluice.regroup;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkField;
import io.sluice.api.BulkRouter;
import io.sluice.api.ShardCopy;
import io.sluice.bulk.answer.ItemOrder;
import io.sluice.bulk.line.BulkLine;
import io.sluice.bulk.line.BulkSplitter;
import io.sluice.bulk.line.IdInsertion;
import io.sluice.cluster.BulkView;
import io.sluice.failure.Failure;
import io.sluice.upstream.UpstreamNode;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts the items of a round on their lanes as the router says, except that an id which has taken a lane stays on it; notes the
 * order, and sees where another round has to begin. On the bulk's event loop.
 */
final class Distribution implements BulkSplitter.Target {
    private final BulkRouter router;
    private final Sites sites;
    private final BulkView view;
    private Groups groups;
    private Lanes lanes;
    private ItemOrder order;
    private Round.Way way = Round.Way.GROUPS;
    /** Whether the next item begins another round. */
    private boolean full;
    /** Whether that round has one lane. */
    private boolean oneLane;

    private int lookups;
    /** Whether the decision to split the bulk is final, so that rounds can end. */
    private boolean settled;
    /** Whether another round should have begun before that decision was final. */
    private boolean indivisible;
    /** Items with a name that the view does not know. */
    private int unknown;
    /** Items that were not sent to the node that holds their shard. */
    private int misplaced;
    /** The id that the next item gets; null if it needs none. */
    private byte @Nullable [] drawn;

    /** The action of that item. */
    private @Nullable BulkLine line;

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
     * Whether nothing is gained by splitting what was looked at: no name of it is known, or documents of known and unknown names
     * have to go one way.
     */
    boolean isIndivisible() {
        return indivisible || unknown > 0 && unknown == order.size();
    }

    /** From now on another round begins where one has to, and where a lane has enough. */
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

    /** The items go on in another round, as the router says or all on one lane. */
    void begin(Round round) {
        if (oneLane) {
            beginOneLane(round);
        } else {
            take(round, Round.Way.GROUPS);
        }
    }

    /** All items go on one lane, in this round and those that follow. */
    void beginOneLane(Round round) {
        oneLane = true;
        take(round, Round.Way.ONE_LANE);
        var home = sites.home();
        lanes.laneFor(home, home.node(null));
    }

    /** The items that follow are not sent. */
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
    public int place(BulkLine action, int position) {
        if (full && settled) {
            return BulkSplitter.PAUSE;
        }
        if (way != Round.Way.GROUPS) {
            return placeOnTheOnlyLane(action);
        }
        int group = router.group(action, position, groups);
        // A router that does not look at shards does not depend on names either.
        boolean lookedUp = view.lookups() != lookups;
        lookups = view.lookups();
        boolean named = !lookedUp || view.lastNameKnown() || !router.isOptional();
        int lane = action.has(BulkField.ID) ? laneOfId(action, group, lookedUp, named) : newLane(group, named);
        if (lane == BulkSplitter.PAUSE) {
            return lane;
        }
        if (lookedUp) {
            countMisplaced(lane);
        }
        unknown += named ? 0 : 1;
        order.append(lane, action.operation());
        drawn = lookedUp ? view.drawnId() : null;
        line = action;
        return lane;
    }

    private int newLane(int group, boolean named) {
        // One request creates an index that is missing, and the items that need it travel in that request.
        return named ? groups.lane(group) : groups.unknownLane();
    }

    private int laneOfId(BulkAction action, int group, boolean lookedUp, boolean named) {
        boolean routed = action.has(BulkField.ROUTING) && !action.is(BulkField.ROUTING, "");
        IdLanes ids = groups.ids(group);
        ids.named(lookedUp && !routed ? view.lastName() : null);
        int id = action.routingHash(BulkField.ID);
        int taken = ids.lane(id);
        if (taken != IdLanes.NONE) {
            return named || groups.isUnknownLane(taken) ? taken : divided(taken);
        }
        if (settled && ids.isFull()) {
            return BulkSplitter.PAUSE;
        }
        int lane = newLane(group, named);
        if (settled && !ids.hasRoom()) {
            ids.forgetMore();
        } else {
            ids.take(id, lane);
        }
        return lane;
    }

    // The id has its lane, the unknown name has another.
    private int divided(int taken) {
        if (settled) {
            oneLane = true;
            return BulkSplitter.PAUSE;
        }
        indivisible = true;
        return taken;
    }

    private int placeOnTheOnlyLane(BulkAction action) {
        if (way == Round.Way.ONE_LANE) {
            // The next bulk finds its name in the view.
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
        int at = Objects.requireNonNull(line).idAt(bytes, from, to);
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
