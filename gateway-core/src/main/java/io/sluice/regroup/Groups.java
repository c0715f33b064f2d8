package io.sluice.regroup;

import io.sluice.api.GroupTable;
import io.sluice.api.ShardLookup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The groups of one round and the lanes they take. A lane is made when an item takes it. On the bulk's event loop. */
final class Groups implements GroupTable {
    private static final int NONE = -1;

    private final Sites sites;
    private final Lanes lanes;
    private final Map<Object, Group> byKey = new HashMap<>();
    private final Map<String, IdLanes> idLanes = new HashMap<>(2);
    private final List<Group> groups = new ArrayList<>();
    private int unknownLane = NONE;

    /** A group; groups with the same key at other nodes follow it. */
    private static final class Group {
        private final int number;
        private final String cluster;
        private final @Nullable String node;
        private final IdLanes ids;
        private final @Nullable Group next;
        private int lane = NONE;

        private Group(int number, String cluster, @Nullable String node, IdLanes ids, @Nullable Group next) {
            this.number = number;
            this.cluster = cluster;
            this.node = node;
            this.ids = ids;
            this.next = next;
        }
    }

    /** @param sites the same for all rounds of the bulk */
    Groups(Sites sites, Lanes lanes) {
        this.sites = sites;
        this.lanes = lanes;
    }

    /** The lane of a group. */
    int lane(int number) {
        Group group = groups.get(number);
        if (group.lane == NONE) {
            Sites.Site site = sites.of(group.cluster);
            group.lane = lanes.laneFor(site, site.node(group.node));
        }
        return group.lane;
    }

    /** The lane of all items with a name that the view does not know. */
    int unknownLane() {
        if (unknownLane == NONE) {
            unknownLane = lanes.laneFor(sites.home(), sites.home().node(null));
        }
        return unknownLane;
    }

    boolean isUnknownLane(int lane) {
        return lane == unknownLane;
    }

    /** The lanes that ids have taken in a group's cluster. */
    IdLanes ids(int number) {
        return groups.get(number).ids;
    }

    int count() {
        return groups.size();
    }

    @Override
    public ShardLookup shards() {
        return sites.home().view();
    }

    @Override
    public ShardLookup shards(String cluster) {
        return sites.of(cluster).view();
    }

    @Override
    public List<String> nodes(String cluster) {
        return sites.of(cluster).names();
    }

    @Override
    public int intern(String cluster, @Nullable String node, Object key) {
        Group first = byKey.get(key);
        for (Group group = first; group != null; group = group.next) {
            if (group.cluster.equals(cluster) && Objects.equals(group.node, node)) {
                return group.number;
            }
        }
        // Fails here, and not when a lane is needed, if there is no such cluster.
        String known = sites.of(cluster).cluster().cluster().name();
        IdLanes ids = idLanes.computeIfAbsent(known, any -> new IdLanes());
        Group made = new Group(groups.size(), cluster, node, ids, first);
        byKey.put(key, made);
        groups.add(made);
        return made.number;
    }
}
