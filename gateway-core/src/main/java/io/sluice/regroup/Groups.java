package io.sluice.regroup;

import io.sluice.api.GroupTable;
import io.sluice.api.ShardLookup;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The groups of one round and the lanes they take. On the bulk's event loop. */
final class Groups implements GroupTable {
    private final Sites sites;
    private final Lanes lanes;
    private final Map<Object, Group> groups = new HashMap<>();
    private int[] laneOf = new int[16];
    private int count;

    /** A group; those with equal keys at other nodes follow it. */
    private record Group(
            String cluster,
            @Nullable String node,
            int number,
            @Nullable Group next) {}

    /** @param sites the same for all rounds of the bulk */
    Groups(Sites sites, Lanes lanes) {
        this.sites = sites;
        this.lanes = lanes;
    }

    /** The lane of a group. */
    int lane(int group) {
        return laneOf[Objects.checkIndex(group, count)];
    }

    int count() {
        return count;
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
        Group first = groups.get(key);
        for (Group group = first; group != null; group = group.next()) {
            if (group.cluster().equals(cluster) && Objects.equals(group.node(), node)) {
                return group.number();
            }
        }
        Group made = new Group(cluster, node, count, first);
        groups.put(key, made);
        if (count == laneOf.length) {
            laneOf = Arrays.copyOf(laneOf, count * 2);
        }
        Sites.Site site = sites.of(cluster);
        laneOf[count++] = lanes.laneFor(site.cluster(), site.node(node));
        return made.number();
    }
}
