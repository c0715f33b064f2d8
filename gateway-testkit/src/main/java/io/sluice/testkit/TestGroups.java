package io.sluice.testkit;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkField;
import io.sluice.api.GroupTable;
import io.sluice.api.ShardCopy;
import io.sluice.api.ShardLookup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The groups of one bulk before clusters that a test describes. */
final class TestGroups implements GroupTable {
    private final String home;
    private final Map<String, List<String>> clusters;
    private final Map<String, Integer> indices;
    private final Map<String, Map<String, ShardCopy>> copies = new HashMap<>();
    private final List<RouterHarness.Placement> groups = new ArrayList<>();

    /**
     * @param clusters the nodes of each
     * @param indices the number of shards of each
     */
    TestGroups(String home, Map<String, List<String>> clusters, Map<String, Integer> indices) {
        this.home = home;
        this.clusters = clusters;
        this.indices = indices;
    }

    /** What the group of that number is; fails if there is none. */
    RouterHarness.Placement placement(int group) {
        if (group < 0 || group >= groups.size()) {
            throw new AssertionError("the router returned " + group + ", which is no group");
        }
        return groups.get(group);
    }

    @Override
    public ShardLookup shards() {
        return shards(home);
    }

    @Override
    public ShardLookup shards(String cluster) {
        List<String> nodes = nodes(cluster);
        Map<String, ShardCopy> known = copies.computeIfAbsent(cluster, key -> new HashMap<>());
        return action -> {
            Integer shards = indices.get(String.valueOf(action.index()));
            BulkField field = action.has(BulkField.ROUTING) ? BulkField.ROUTING : BulkField.ID;
            return shards == null || !action.has(field) ? null : copy(action, field, shards, nodes, known);
        };
    }

    private static ShardCopy copy(
            BulkAction action, BulkField field, int shards, List<String> nodes, Map<String, ShardCopy> known) {
        int shard = Math.floorMod(action.routingHash(field), shards);
        String index = String.valueOf(action.index());
        return known.computeIfAbsent(
                index + "/" + shard, key -> new ShardCopy(index, shard, nodes.get(shard % nodes.size())));
    }

    @Override
    public List<String> nodes(String cluster) {
        List<String> nodes = clusters.get(cluster);
        if (nodes == null) {
            throw new IllegalArgumentException("there is no cluster '" + cluster + "'");
        }
        return nodes;
    }

    @Override
    public int intern(String cluster, @Nullable String node, Object key) {
        if (node != null && !nodes(cluster).contains(node)) {
            throw new AssertionError("the cluster " + cluster + " has no node " + node);
        }
        for (RouterHarness.Placement group : groups) {
            if (group.cluster().equals(cluster)
                    && Objects.equals(group.node(), node)
                    && group.key().equals(key)) {
                return group.group();
            }
        }
        groups.add(new RouterHarness.Placement(cluster, node, key, groups.size()));
        return groups.size() - 1;
    }
}
