package io.sluice.cluster;

import io.sluice.bulk.verdict.BulkGrammar;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway knows of a cluster at one moment: its nodes, and the names that bulks use. A concrete index is the same
 * instance whatever name leads to it. Immutable.
 */
public final class ClusterView {
    private static final ClusterView EMPTY = of(Servers.of(List.of()), List.of(), Map.of(), List.of());

    private final Map<String, DiscoveredNode> nodes = new LinkedHashMap<>();
    private final Servers servers;
    private final List<String> addresses;
    private final Map<String, Name> names;
    private final Map<String, IndexView> indices = new HashMap<>();
    private final Map<String, WriteTarget> targets = new HashMap<>();

    /**
     * A name as it was read.
     *
     * @param index the concrete index that is written; null where the server refuses to write
     * @param routing the alias's own routing
     */
    record Name(
            String name, @Nullable String index, @Nullable String routing) {}

    private ClusterView(
            Servers servers,
            Collection<DiscoveredNode> nodes,
            Map<String, IndexView> indices,
            Map<String, Name> names) {
        this.servers = servers;
        nodes.forEach(node -> this.nodes.put(node.address().toString(), node));
        this.addresses = this.nodes.keySet().stream().sorted().toList();
        this.names = names;
        for (Name name : names.values()) {
            IndexView index = name.index() == null ? null : indices.get(name.index());
            if (index != null) {
                this.indices.put(index.name(), index);
                targets.putIfAbsent(index.name(), new WriteTarget(index.name(), index, null));
            }
            if (index != null || name.index() == null) {
                targets.put(name.name(), new WriteTarget(name.name(), index, name.routing()));
            }
        }
    }

    /** The view before anything was read. */
    public static ClusterView empty() {
        return EMPTY;
    }

    /**
     * A view of nodes and names.
     *
     * @param servers what is known of all nodes
     * @param nodes those that requests may go to
     * @param indices the concrete indices, by name; those that no name leads to are left out, and names of others are not known
     */
    static ClusterView of(
            Servers servers, Collection<DiscoveredNode> nodes, Map<String, IndexView> indices, Collection<Name> names) {
        Map<String, Name> byName = new HashMap<>();
        names.forEach(name -> byName.put(name.name(), name));
        return new ClusterView(servers, nodes, indices, byName);
    }

    /**
     * This view with some names read anew.
     *
     * @param asked the names that were read anew; one that the newer view does not have is not known any more
     */
    ClusterView with(Collection<String> asked, ClusterView newer) {
        Map<String, Name> allNames = new HashMap<>(names);
        asked.forEach(allNames::remove);
        allNames.putAll(newer.names);
        Map<String, IndexView> allIndices = new HashMap<>(indices);
        allIndices.putAll(newer.indices);
        return new ClusterView(newer.servers, newer.nodes.values(), allIndices, allNames);
    }

    /**
     * The nodes that requests may go to, as {@code host:port} and in a stable order; empty before anything was read, and where the
     * cluster's nodes publish other addresses than the gateway knows.
     */
    public List<String> nodes() {
        return addresses;
    }

    /** The largest request body that a node takes, in bytes; 0 if unknown. */
    public long maxContentLength(String hostPort) {
        DiscoveredNode node = nodes.get(hostPort);
        return node == null ? 0 : node.maxContentLength();
    }

    /** The version of the servers: the oldest while they are being upgraded, the newest there is where nothing is known. */
    public ServerVersion version() {
        return servers.version();
    }

    /**
     * Whether any server may execute a part of a bulk before the bulk's end has come: while servers are being upgraded,
     * the newest decides.
     */
    public boolean runsBulksWhileTheyArrive() {
        return servers.newest().runsBulksWhileTheyArrive();
    }

    /** What the servers take as a bulk; what any server takes where nothing is known. */
    public BulkGrammar grammar() {
        return servers.grammar();
    }

    /** Whether anything is known of the servers. */
    public boolean knowsServers() {
        return servers.areKnown();
    }

    /** Whether each server takes a {@code _type} in a bulk; true where nothing is known. */
    public boolean takesTypes() {
        return servers.types();
    }

    /** Where a name leads; null if the view does not know it, which does not mean that the cluster does not. */
    public @Nullable WriteTarget target(String name) {
        return targets.get(name);
    }

    /** How many names are known. */
    int size() {
        return targets.size();
    }
}
