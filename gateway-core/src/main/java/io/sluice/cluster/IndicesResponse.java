package io.sluice.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.ShardCopy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Concrete indices, from the answers of {@code GET _cluster/state/metadata,routing_table/NAMES}. For one thread. */
final class IndicesResponse {
    /** What {@link #add} reads. */
    static final String FILTER = "metadata.indices.*.routing_num_shards,metadata.indices.*.settings.index.uuid,"
            + "metadata.indices.*.settings.index.number_of_shards,"
            + "metadata.indices.*.settings.index.number_of_virtual_shards,"
            + "metadata.indices.*.settings.index.version.created,"
            + "metadata.indices.*.settings.index.routing_p*,metadata.indices.*.settings.index.mode,"
            + "metadata.indices.*.settings.index.dimensions,metadata.indices.*.settings.index.append_only.enabled,"
            + "routing_table.indices.*.shards.*.state,"
            + "routing_table.indices.*.shards.*.primary,routing_table.indices.*.shards.*.node";

    /**
     * Indices of Elasticsearch since this version of indices have the remainder of the hash by the number of shards as shard
     * ({@code IndexVersions.MOD_ROUTING_FUNCTION} of 9.5.3).
     */
    private static final long REMAINDER_SINCE = 9_064_000;
    /** OpenSearch marks its versions with this bit. */
    private static final long OPENSEARCH_SINCE = 0x08000000;

    /** More than a whole cluster can have. */
    private static final long MAX_SHARDS = 1_000_000;

    private final Map<String, String> addresses;
    private long shardsInAll;
    private final Map<String, IndexView> indices = new HashMap<>();

    /** @param addresses nodes that the gateway reaches: from the ids of the cluster's state to {@code host:port} */
    IndicesResponse(Map<String, String> addresses) {
        this.addresses = addresses;
    }

    /** What was read, by name. */
    Map<String, IndexView> indices() {
        return indices;
    }

    /**
     * Adds the indices of one answer. One that the answer does not describe in full is left out.
     *
     * @param asked the requested indices; others are ignored
     * @throws IOException if there are more shards than a cluster can have
     */
    void add(JsonNode answer, Set<String> asked) throws IOException {
        JsonNode tables = answer.path("routing_table").path("indices");
        for (Map.Entry<String, JsonNode> member :
                answer.path("metadata").path("indices").properties()) {
            if (!asked.contains(member.getKey())) {
                continue;
            }
            JsonNode metadata = member.getValue();
            JsonNode settings = metadata.path("settings").path("index");
            int shards = settings.path("number_of_shards").asInt();
            int routingShards = takesRemainder(settings)
                    ? shards
                    : metadata.path("routing_num_shards").asInt();
            int partitionSize = settings.path("routing_partition_size").asInt(1);
            JsonNode table = tables.path(member.getKey()).path("shards");
            if (ShardRouter.exists(shards, routingShards, partitionSize) && table.size() == shards) {
                shardsInAll += shards;
                if (shardsInAll > MAX_SHARDS) {
                    throw new IOException("the cluster describes more than " + MAX_SHARDS + " shards");
                }
                ShardRouter router = new ShardRouter(shards, routingShards, partitionSize);
                indices.put(
                        member.getKey(),
                        new IndexView(
                                member.getKey(),
                                settings.path("uuid").asText(),
                                isComputable(settings) ? router : null,
                                primaries(member.getKey(), shards, table),
                                settings.path("append_only").path("enabled").asBoolean()));
            }
        }
    }

    private static boolean takesRemainder(JsonNode settings) {
        long created = settings.path("version").path("created").asLong();
        return created >= REMAINDER_SINCE && created < OPENSEARCH_SINCE;
    }

    // Time series are routed by the content of their documents. OpenSearch 3 maps its virtual shards in a way of its
    // own.
    private static boolean isComputable(JsonNode settings) {
        return settings.path("routing_path").isMissingNode()
                && settings.path("dimensions").isMissingNode()
                && !settings.path("mode").asText().equals("time_series")
                && settings.path("number_of_virtual_shards").asInt() <= 0;
    }

    private List<ShardCopy> primaries(String index, int shards, JsonNode table) {
        List<ShardCopy> primaries = new ArrayList<>(shards);
        for (int shard = 0; shard < shards; shard++) {
            primaries.add(new ShardCopy(index, shard, primaryNode(table.path(Integer.toString(shard)))));
        }
        return primaries;
    }

    private @Nullable String primaryNode(JsonNode copies) {
        for (JsonNode copy : copies) {
            String state = copy.path("state").asText();
            // While a copy moves, its source still takes the writes.
            if (copy.path("primary").asBoolean() && (state.equals("STARTED") || state.equals("RELOCATING"))) {
                return addresses.get(copy.path("node").asText());
            }
        }
        return null;
    }
}
