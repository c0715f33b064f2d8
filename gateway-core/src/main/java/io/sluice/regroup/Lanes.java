package io.sluice.regroup;

import io.sluice.bulk.answer.ItemOrder;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.UpstreamNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The lanes of one round: one for each node, or as many as the configuration allows. On the bulk's event loop. */
final class Lanes implements AutoCloseable {
    private final Lane.Shared shared;
    private final int max;
    private final List<Lane> lanes = new ArrayList<>(4);
    private final Map<UpstreamNode, Node> nodes = new HashMap<>();
    /** The nodes at which a slot was taken that no lane has yet. */
    private final Set<UpstreamNode> slots = new HashSet<>();

    /** Whether slots have been taken, so that lanes are opened as they are made. */
    private boolean opened;

    /** The lanes of a node, which groups take in turn. */
    private static final class Node {
        private final List<Lane> lanes = new ArrayList<>(1);
        private int next;
    }

    /**
     * @param max lanes, but for the first of each cluster; 0 for one for each node
     */
    Lanes(Lane.Shared shared, int max) {
        this.shared = shared;
        this.max = Math.min(max, ItemOrder.MAX_SUBS);
    }

    List<Lane> all() {
        return lanes;
    }

    Lane get(int number) {
        return lanes.get(number);
    }

    /** The number of the lane that another group of a node takes. */
    int laneFor(Sites.Site site, UpstreamNode node) {
        Node of = nodes.computeIfAbsent(node, any -> new Node());
        boolean full = max > 0 && lanes.size() >= max;
        int share = max == 0
                ? 1
                : Math.max(1, max / site.cluster().cluster().nodes().size());
        Lane other = of.lanes.isEmpty() && full ? another(site.cluster()) : null;
        if (other != null) {
            of.lanes.add(other);
        } else if (of.lanes.isEmpty() || of.lanes.size() < share && !full) {
            Lane lane = new Lane(shared, lanes.size(), site, node);
            lanes.add(lane);
            of.lanes.add(lane);
            if (opened) {
                open(lane);
            }
        }
        return of.lanes.get(of.next++ % of.lanes.size()).number();
    }

    /** A lane of other nodes of the cluster, another one for each node; null if there is none. */
    private @Nullable Lane another(LoopCluster cluster) {
        List<Lane> same =
                lanes.stream().filter(lane -> lane.cluster() == cluster).toList();
        return same.isEmpty() ? null : same.get(nodes.size() % same.size());
    }

    /** Slots have been taken at the nodes, one at each: the lanes there are begin to send. */
    void open(List<UpstreamNode> taken) {
        opened = true;
        slots.addAll(taken);
        lanes.forEach(this::open);
    }

    private void open(Lane lane) {
        if (lane.isClosed()) {
            return;
        }
        if (slots.remove(lane.node()) || lane.cluster().cluster().slots().tryTake(lane.node())) {
            lane.open();
        } else {
            lane.refuse(Failure.of(
                    FailureKind.OVERLOADED, "node " + lane.node() + " works on as many bulks as it can take"));
        }
    }

    /** Makes the only lane, whose items are not sent. */
    void refuse(Sites.Site site, Failure why) {
        Lane lane = new Lane(shared, 0, site, site.node(null));
        lanes.add(lane);
        lane.refuse(why);
    }

    /** The slots that no lane took; the caller gives them back. */
    List<UpstreamNode> takeUnusedSlots() {
        List<UpstreamNode> unused = List.copyOf(slots);
        slots.clear();
        return unused;
    }

    boolean areWritable() {
        for (Lane lane : lanes) {
            if (!lane.isWritable()) {
                return false;
            }
        }
        return true;
    }

    /** Whether every lane is closed, so that nothing of what follows is sent, and what becomes of each is decided. */
    boolean areDecided() {
        for (Lane lane : lanes) {
            if (!lane.isClosed() || !lane.isDecided()) {
                return false;
            }
        }
        return !lanes.isEmpty();
    }

    /** Reads more of the answers while there is room: each lane has its share of the bytes that may be held. */
    void readAhead() {
        long each = shared.regrouping().config().mergeBytes().bytes() / Math.max(1, lanes.size());
        lanes.forEach(lane -> lane.readAhead(each));
    }

    void flush() {
        lanes.forEach(Lane::flush);
    }

    void complete() {
        lanes.forEach(Lane::complete);
    }

    void abort() {
        lanes.forEach(Lane::abort);
    }

    @Override
    public void close() {
        lanes.forEach(Lane::close);
    }
}
