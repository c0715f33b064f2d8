package io.sluice.bench.stub.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The documents that describe the cluster, in the shapes that clients and gateways read. Made anew for each call. */
public final class ClusterDocuments {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String UUID = "c3R1YnN0dWJzdHVic3R1Yg";
    private static final long CREATED_MILLIS = 1_700_000_000_000L;

    private final StubCluster cluster;

    public ClusterDocuments(StubCluster cluster) {
        this.cluster = cluster;
    }

    /** {@code GET /}. */
    public ObjectNode banner(StubNode node) {
        ObjectNode root = JSON.createObjectNode()
                .put("name", node.name())
                .put("cluster_name", StubCluster.NAME)
                .put("cluster_uuid", UUID);
        root.putObject("version")
                .put("number", cluster.version())
                .put("build_flavor", "default")
                .put("build_type", "tar")
                .put("build_hash", "0000000000000000000000000000000000000000")
                .put("build_date", "2026-01-01T00:00:00.000000000Z")
                .put("build_snapshot", false)
                .put("lucene_version", cluster.typed() ? "8.11.3" : "9.12.2")
                .put("minimum_wire_compatibility_version", cluster.typed() ? "6.8.0" : "7.17.0")
                .put("minimum_index_compatibility_version", cluster.typed() ? "6.0.0-beta1" : "7.0.0");
        return root.put("tagline", "You Know, for Search");
    }

    /** {@code GET /_nodes/http}. */
    public ObjectNode nodesHttp() {
        ObjectNode root = JSON.createObjectNode();
        int total = cluster.nodes().size();
        root.putObject("_nodes").put("total", total).put("successful", total).put("failed", 0);
        root.put("cluster_name", StubCluster.NAME);
        ObjectNode nodes = root.putObject("nodes");
        for (StubNode node : cluster.nodes()) {
            ObjectNode one = nodes.putObject(node.id())
                    .put("name", node.name())
                    .put("transport_address", node.publishAddress())
                    .put("host", node.address().getHostString())
                    .put("ip", node.address().getAddress().getHostAddress())
                    .put("version", cluster.version())
                    .put("build_flavor", "default")
                    .put("build_type", "tar")
                    .put("build_hash", "0000000000000000000000000000000000000000");
            roles(one);
            one.putObject("attributes");
            ObjectNode http = one.putObject("http");
            http.putArray("bound_address").add(node.publishAddress());
            http.put("publish_address", node.publishAddress())
                    .put("max_content_length_in_bytes", cluster.maxContentLength());
        }
        return root;
    }

    /** {@code GET /_cluster/health}. */
    public ObjectNode health() {
        int shards =
                cluster.indices().all().stream().mapToInt(StubIndex::shards).sum();
        return JSON.createObjectNode()
                .put("cluster_name", StubCluster.NAME)
                .put("status", "green")
                .put("timed_out", false)
                .put("number_of_nodes", cluster.nodes().size())
                .put("number_of_data_nodes", cluster.nodes().size())
                .put("active_primary_shards", shards)
                .put("active_shards", shards)
                .put("relocating_shards", 0)
                .put("initializing_shards", 0)
                .put("unassigned_shards", 0)
                .put("delayed_unassigned_shards", 0)
                .put("number_of_pending_tasks", 0)
                .put("number_of_in_flight_fetch", 0)
                .put("task_max_waiting_in_queue_millis", 0)
                .put("active_shards_percent_as_number", 100.0);
    }

    /**
     * {@code GET /_cluster/state[/metrics[/indices]]}.
     *
     * @param metrics the parts asked for; empty or {@code _all} for everything
     * @param only names of the indices to describe; empty for all
     */
    public ObjectNode state(Set<String> metrics, Set<String> only) {
        List<StubIndex> indices = cluster.indices().all().stream()
                .filter(index -> only.isEmpty() || only.contains(index.name()) || only.contains("_all"))
                .toList();
        ObjectNode root =
                JSON.createObjectNode().put("cluster_name", StubCluster.NAME).put("cluster_uuid", UUID);
        if (wants(metrics, "version")) {
            root.put("version", cluster.indices().version())
                    .put("state_uuid", "state%017d".formatted(cluster.indices().version()));
        }
        if (wants(metrics, "master_node")) {
            root.put("master_node", cluster.nodes().get(0).id());
        }
        if (wants(metrics, "blocks")) {
            root.putObject("blocks");
        }
        if (wants(metrics, "nodes")) {
            ObjectNode nodes = root.putObject("nodes");
            cluster.nodes().forEach(node -> stateNode(nodes, node));
        }
        if (wants(metrics, "metadata")) {
            ObjectNode metadata = root.putObject("metadata");
            metadata.put("cluster_uuid", UUID).put("cluster_uuid_committed", true);
            metadata.putObject("templates");
            ObjectNode described = metadata.putObject("indices");
            indices.forEach(index -> describe(described, index));
        }
        if (wants(metrics, "routing_table")) {
            ObjectNode tables = root.putObject("routing_table").putObject("indices");
            indices.forEach(index -> routingTable(tables.putObject(index.name()), index));
        }
        return root;
    }

    /**
     * {@code GET /_resolve/index/{names}}. There are no data streams.
     *
     * @param names those asked for, or beginnings of names with {@code *}; what does not exist is left out
     */
    public ObjectNode resolve(Set<String> names) {
        ObjectNode root = JSON.createObjectNode();
        ArrayNode indices = root.putArray("indices");
        for (StubIndex index : cluster.indices().all()) {
            if (names.stream().anyMatch(name -> isNamed(index, name))) {
                indices.addObject()
                        .put("name", index.name())
                        .putArray("attributes")
                        .add("open");
            }
        }
        ArrayNode aliases = root.putArray("aliases");
        for (StubAlias alias : aliases(names)) {
            aliases.addObject()
                    .put("name", alias.name())
                    .putArray("indices")
                    .add(alias.index().name());
        }
        root.putArray("data_streams");
        return root;
    }

    private static boolean isNamed(StubIndex index, String name) {
        return name.endsWith("*")
                ? index.name().startsWith(name.substring(0, name.length() - 1))
                : index.name().equals(name);
    }

    /** {@code GET /_alias/{names}}. */
    public ObjectNode aliasesOf(Set<String> names) {
        ObjectNode root = JSON.createObjectNode();
        for (StubAlias alias : aliases(names)) {
            ObjectNode one = root.withObjectProperty(alias.index().name())
                    .withObjectProperty("aliases")
                    .putObject(alias.name());
            if (alias.routing() != null) {
                one.put("index_routing", alias.routing()).put("search_routing", alias.routing());
            }
        }
        return root;
    }

    private List<StubAlias> aliases(Set<String> names) {
        return cluster.indices().aliases().stream()
                .filter(alias -> names.contains(alias.name()))
                .toList();
    }

    /** What {@code GET /{index}/_search_shards?routing=X} says of where a routing value lives. */
    public ObjectNode searchShards(StubIndex index, String routing) {
        ObjectNode root = JSON.createObjectNode();
        ObjectNode nodes = root.putObject("nodes");
        cluster.nodes().forEach(node -> stateNode(nodes, node));
        root.putObject("indices").putObject(index.name());
        root.putArray("shards").addArray().add(shard(index, index.shardOf(Murmur3.hash(routing))));
        return root;
    }

    private static boolean wants(Set<String> metrics, String metric) {
        return metrics.isEmpty() || metrics.contains(metric) || metrics.contains("_all");
    }

    private static void roles(ObjectNode node) {
        node.putArray("roles").add("data").add("ingest").add("master");
    }

    private static void stateNode(ObjectNode nodes, StubNode node) {
        ObjectNode one = nodes.putObject(node.id())
                .put("name", node.name())
                .put("ephemeral_id", node.id())
                .put("transport_address", node.publishAddress());
        one.putObject("attributes");
        roles(one);
    }

    private void describe(ObjectNode indices, StubIndex index) {
        ObjectNode one = indices.putObject(index.name())
                .put("version", 1)
                .put("mapping_version", 1)
                .put("settings_version", 1)
                .put("aliases_version", 1)
                .put("routing_num_shards", index.routingNumShards())
                .put("state", "open");
        ObjectNode settings = one.putObject("settings").putObject("index");
        if (index.partitionSize() > 1) {
            settings.put("routing_partition_size", Integer.toString(index.partitionSize()));
        }
        settings.put("number_of_shards", Integer.toString(index.shards()))
                .put("number_of_replicas", "0")
                .put("uuid", uuid(index))
                .put("creation_date", Long.toString(CREATED_MILLIS))
                .put("provided_name", index.name());
        // A mapping with which tenants may share the index.
        one.putObject("mappings")
                .put("dynamic", "false")
                .putObject("properties")
                .putObject("tenant_id")
                .put("type", "keyword");
        one.putArray("aliases");
        ObjectNode terms = one.putObject("primary_terms");
        IntStream.range(0, index.shards()).forEach(shard -> terms.put(Integer.toString(shard), 1));
        one.put("system", false);
    }

    private void routingTable(ObjectNode table, StubIndex index) {
        ObjectNode shards = table.putObject("shards");
        for (int shard = 0; shard < index.shards(); shard++) {
            ArrayNode copies = shards.putArray(Integer.toString(shard));
            copies.add(shard(index, shard));
        }
    }

    private ObjectNode shard(StubIndex index, int shard) {
        ObjectNode copy = JSON.createObjectNode()
                .put("state", "STARTED")
                .put("primary", true)
                .put("node", cluster.nodes().get(index.nodeOf(shard)).id())
                .putNull("relocating_node")
                .put("shard", shard)
                .put("index", index.name());
        copy.putObject("allocation_id").put("id", uuid(index) + shard);
        return copy;
    }

    private static String uuid(StubIndex index) {
        return "index%017d".formatted(Integer.toUnsignedLong(index.name().hashCode()));
    }
}
