package io.sluice.regroup;

import io.sluice.cluster.BulkView;
import io.sluice.cluster.ClusterView;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.UpstreamNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The clusters of one bulk, each in one view from its first item to its last. On the bulk's event loop. */
final class Sites {
    private final Map<String, Site> sites = new LinkedHashMap<>(2);
    private final Source source;
    private final String homeName;
    private final Site home;

    /** A cluster as one bulk uses it: one view and one list of nodes, from start to end. */
    record Site(LoopCluster cluster, BulkView view, Map<String, UpstreamNode> nodes, List<String> names) {

        static Site of(LoopCluster cluster, BulkView view) {
            Map<String, UpstreamNode> nodes = new LinkedHashMap<>();
            cluster.cluster().nodes().forEach(node -> nodes.put(node.toString(), node));
            return new Site(cluster, view, nodes, List.copyOf(nodes.keySet()));
        }

        /** What the bulk knows of the cluster. */
        ClusterView known() {
            return view.view();
        }

        /**
         * The node of that name, or any. One that is left out now, or is not known any more, is as good as any: every node takes
         * every item.
         */
        UpstreamNode node(@Nullable String name) {
            UpstreamNode named = name == null ? null : nodes.get(name);
            if (named != null && named.health().available()) {
                return named;
            }
            List<UpstreamNode> all = List.copyOf(nodes.values());
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

    /** Makes sites. */
    interface Source {
        /**
         * A cluster as this bulk uses it.
         *
         * @throws IllegalArgumentException if there is no cluster of that name
         */
        Site open(String cluster);
    }

    /** @param home the name of the cluster that the flow relays to */
    Sites(String home, Source source) {
        this.source = source;
        this.homeName = home;
        this.home = source.open(home);
    }

    /** The cluster that the flow relays to. */
    Site home() {
        return home;
    }

    /**
     * The cluster of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    Site of(String cluster) {
        if (cluster.equals(homeName)) {
            return home;
        }
        Site site = sites.get(cluster);
        if (site == null) {
            site = source.open(cluster);
            sites.put(cluster, site);
        }
        return site;
    }

    /** The nodes of the flow's cluster at which slots are taken: all that are not left out; all if every one is. */
    List<UpstreamNode> nodes() {
        List<UpstreamNode> all = List.copyOf(home.nodes().values());
        List<UpstreamNode> available =
                all.stream().filter(node -> node.health().available()).toList();
        return available.isEmpty() ? all : available;
    }
}
