package io.sluice.regroup;

import io.sluice.api.GroupTable;
import io.sluice.api.ShardLookup;
import io.sluice.cluster.BulkView;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.UpstreamNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The groups of one bulk and the lanes they take. On the bulk's event loop. */
final class Groups implements GroupTable {
    private final Map<String, Site> sites = new LinkedHashMap<>(2);
    private final Lanes lanes;
    private final ClusterSource source;
    private final Site home;
    private final Map<Object, Group> groups = new HashMap<>();
    private int[] laneOf = new int[16];
    private int count;

    /** A cluster as one bulk uses it: one view and one list of nodes, from start to end. */
    record Site(LoopCluster cluster, BulkView view, Map<String, UpstreamNode> nodes, List<String> names) {

        static Site of(LoopCluster cluster, BulkView view) {
            Map<String, UpstreamNode> nodes = new LinkedHashMap<>();
            cluster.cluster().nodes().forEach(node -> nodes.put(node.toString(), node));
            return new Site(cluster, view, nodes, List.copyOf(nodes.keySet()));
        }
    }

    /** Makes the sites of other clusters. */
    interface ClusterSource {
        /**
         * A cluster as this bulk uses it.
         *
         * @throws IllegalArgumentException if there is no cluster of that name
         */
        Site open(String cluster);
    }

    /** A group; those with equal keys at other nodes follow it. */
    private record Group(
            String cluster,
            @Nullable String node,
            int number,
            @Nullable Group next) {}

    /**
     * @param cluster the name of the one that the flow relays to
     * @param home that cluster
     */
    Groups(String cluster, Site home, ClusterSource source, Lanes lanes) {
        this.source = source;
        this.lanes = lanes;
        this.home = home;
        sites.put(cluster, home);
    }

    /** The cluster that the flow relays to. */
    Site home() {
        return home;
    }

    /** The lane of a group. */
    int lane(int group) {
        return laneOf[Objects.checkIndex(group, count)];
    }

    int count() {
        return count;
    }

    private Site site(String cluster) {
        Site site = sites.get(cluster);
        if (site == null) {
            site = source.open(cluster);
            sites.put(cluster, site);
        }
        return site;
    }

    @Override
    public ShardLookup shards() {
        return home.view();
    }

    @Override
    public ShardLookup shards(String cluster) {
        return site(cluster).view();
    }

    @Override
    public List<String> nodes(String cluster) {
        return site(cluster).names();
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
        Site site = site(cluster);
        laneOf[count++] = lanes.laneFor(site.cluster(), nodeOf(site, node));
        return made.number();
    }

    // A node that is left out now, or is not known any more, is as good as any: every node takes every item.
    private static UpstreamNode nodeOf(Site site, @Nullable String name) {
        UpstreamNode named = name == null ? null : site.nodes().get(name);
        if (named != null && named.health().available()) {
            return named;
        }
        List<UpstreamNode> all = List.copyOf(site.nodes().values());
        int start = ThreadLocalRandom.current().nextInt(all.size());
        for (int i = 0; i < all.size(); i++) {
            UpstreamNode node = all.get((start + i) % all.size());
            if (node.health().available()) {
                return node;
            }
        }
        return named == null ? all.get(start) : named;
    }
}
