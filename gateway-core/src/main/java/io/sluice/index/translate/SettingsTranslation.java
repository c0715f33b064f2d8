package io.sluice.index.translate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.index.call.Server;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says an index's settings in the target's words, and sets those aside that only hold back loading. What it does not know is left
 * as it is, for the target to refuse. For one index and thread.
 */
final class SettingsTranslation {
    /** Servers give these themselves, and most of them are refused where a request sets them ({@code PrivateIndex}). */
    private static final List<String> PRIVATE = List.of(
            "uuid",
            "version.",
            "creation_date",
            "provided_name",
            "history",
            "resize.",
            "shrink.",
            "rollup.source.",
            "downsample.origin.",
            "downsample.source.",
            "context.created_version",
            "context.current_version",
            "allocation.existing_shards_allocator",
            "routing.allocation.disk.watermark.ignore",
            "shard_limit.",
            "logsdb.add_host_name_field",
            "logsdb.sort_on_host_name",
            "remote_store.enabled",
            "remote_store.segment.repository",
            "remote_store.translog.repository",
            "frozen",
            "search.throttled",
            "verified_before_close",
            "verified_read_only",
            "transport_version",
            "mapping.single_type",
            "mapper.dynamic",
            "soft_deletes.enabled",
            "number_of_virtual_shards");
    /** These belong to the source's cluster, to its policies or its disks. */
    private static final List<String> LOCAL = List.of(
            "lifecycle.",
            "plugins.",
            "opendistro.",
            "blocks.",
            "routing.allocation.",
            "store.",
            "translog.retention.",
            "downsample.",
            "remote_store.",
            "searchable_snapshot.",
            "xpack.ccr.");
    /** With these an index refuses the ids of its documents, or replaces them. */
    private static final List<String> AGAINST_IDS = List.of("append_only.", "logsdb.route_on_sort_fields");

    private static final List<String> OPENSEARCH_ONLY = List.of(
            "replication.",
            "knn",
            "composite_index",
            "derived_source.",
            "search.default_pipeline",
            "search.concurrent");
    private static final List<String> ELASTICSEARCH_ONLY = List.of(
            "mapping.exclude_source_vectors",
            "mapping.synthetic_source_keep",
            "mapping.source.",
            "mapping.dimension_fields.",
            "mapping.semantic_text.",
            "dense_vector.",
            "seq_no.",
            "recovery.use_synthetic_source",
            "esql.",
            "fast_refresh",
            "logsdb.");
    /** Put back after loading. */
    private static final Set<String> HELD = Set.of(
            "number_of_replicas",
            "auto_expand_replicas",
            "refresh_interval",
            "default_pipeline",
            "final_pipeline",
            "search.default_pipeline");

    private static final String ROUTING_PATH = "index.routing_path";
    private static final String DIMENSIONS = "index.dimensions";
    private static final List<String> TIME_SERIES =
            List.of("time_series.", "routing_path", "dimensions", "look_ahead_time", "look_back");
    private static final Set<String> CODECS = Set.of("default", "best_compression");
    private static final String NO_PIPELINE = "_none";

    private final boolean sameProduct;
    private final Server target;
    private final Findings findings;
    private final ObjectNode taken = JsonNodeFactory.instance.objectNode();
    private final ObjectNode held = JsonNodeFactory.instance.objectNode();

    SettingsTranslation(Server source, Server target, Findings findings) {
        this.sameProduct = source.openSearch() == target.openSearch();
        this.target = target;
        this.findings = findings;
        held.putNull("index.refresh_interval");
        held.putNull("index.number_of_replicas");
    }

    /** Takes the settings below {@code index}. */
    void add(JsonNode settings) {
        flat(settings, "");
    }

    /** For making the index. */
    ObjectNode taken() {
        boolean timeSeries = taken.path("index.mode").asText().equals("time_series");
        // Servers note the dimensions where a data stream made the index, and take only a path from anybody else.
        JsonNode dimensions = taken.remove(DIMENSIONS);
        if (!timeSeries) {
            taken.remove(ROUTING_PATH);
        } else if (dimensions != null && !taken.has(ROUTING_PATH)) {
            taken.set(ROUTING_PATH, dimensions);
        }
        return taken;
    }

    /** For when it is loaded. */
    ObjectNode held() {
        return held;
    }

    private void flat(JsonNode settings, String prefix) {
        for (Map.Entry<String, JsonNode> member : settings.properties()) {
            String name = prefix + member.getKey();
            if (member.getValue().isObject()) {
                flat(member.getValue(), name + ".");
            } else {
                setting(name, member.getValue());
            }
        }
    }

    private void setting(String name, JsonNode value) {
        String key = "index." + name;
        if (begins(name, PRIVATE)) {
            return;
        }
        if (HELD.contains(name) && !isUnknown(name)) {
            if (!value.asText().equals(NO_PIPELINE)) {
                held.set(key, value);
            }
        } else if (begins(name, LOCAL)) {
            findings.told(key, "is left out, since it belongs to the source's cluster");
        } else if (begins(name, AGAINST_IDS)) {
            findings.told(key, "is left out, since documents are loaded with their ids");
        } else if (name.equals("mode") || begins(name, TIME_SERIES)) {
            mode(key, value);
        } else if (name.equals("codec") && !CODECS.contains(value.asText()) && !sameProduct) {
            taken.put(key, "best_compression");
            findings.told(key, "is best_compression instead of " + value.asText());
        } else if (isUnknown(name)) {
            findings.told(key, "is left out, since the target has no such setting");
        } else {
            taken.set(key, value);
        }
    }

    /** Whether the target has no setting of that name, which the source has. */
    private boolean isUnknown(String name) {
        boolean newer = target.openSearch() ? !sameProduct : !target.elasticsearchSince(8, 0);
        return newer && begins(name, ELASTICSEARCH_ONLY)
                || !target.openSearch() && !sameProduct && begins(name, OPENSEARCH_ONLY);
    }

    private void mode(String key, JsonNode value) {
        boolean logs = value.asText().equals("logsdb");
        if (sameProduct && (target.openSearch() || target.elasticsearchSince(8, logs ? 15 : 1))) {
            taken.set(key, value);
        } else if (!value.asText().equals("standard")) {
            findings.loss("index-mode", key, "is left out: " + value.asText());
        }
    }

    private static boolean begins(String name, List<String> prefixes) {
        return prefixes.stream()
                .anyMatch(prefix -> prefix.endsWith(".")
                        ? name.startsWith(prefix)
                        : name.equals(prefix) || name.startsWith(prefix + ".") || name.startsWith(prefix + "_"));
    }
}
