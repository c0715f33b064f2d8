package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a write by an alias goes: of the indices that the alias stands for, one takes writes. A read by such a name finds the document only
 * where there is no more than that one.
 *
 * @param index the cluster's name
 * @param routing what the alias adds to writes; null if nothing
 */
record WriteTarget(String index, @Nullable String routing) {

    private static final int ASKED_AT_ONCE = 20;
    private static final int NOT_FOUND = 404;

    /**
     * The targets of those names that are aliases; empty for an alias by which nothing can be written. Blocks.
     *
     * @param names of indices or aliases
     */
    static Map<String, Optional<WriteTarget>> of(ClusterReader cluster, List<String> names, ClusterReader.Bounds bounds)
            throws IOException {
        Map<String, Optional<WriteTarget>> targets = new HashMap<>();
        for (int i = 0; i < names.size(); i += ASKED_AT_ONCE) {
            String asked = names.subList(i, Math.min(names.size(), i + ASKED_AT_ONCE)).stream()
                    .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8))
                    .collect(Collectors.joining(","));
            ClusterResponse answer =
                    cluster.send("GET", RequestTarget.parse("/_alias/" + asked), null, new byte[0], bounds);
            // Also if one of the names is none.
            if (!answer.isSuccess() && answer.status() != NOT_FOUND) {
                throw new IOException("aliases were not read: status " + answer.status());
            }
            addTo(targets, StoredJson.tree(answer.body()));
        }
        return targets;
    }

    private static void addTo(Map<String, Optional<WriteTarget>> targets, JsonNode indices) {
        Map<String, Integer> members = new HashMap<>();
        Map<String, WriteTarget> unnamed = new HashMap<>();
        for (Map.Entry<String, JsonNode> index : indices.properties()) {
            for (Map.Entry<String, JsonNode> alias :
                    index.getValue().path("aliases").properties()) {
                members.merge(alias.getKey(), 1, Integer::sum);
                JsonNode writes = alias.getValue().path("is_write_index");
                WriteTarget target = new WriteTarget(
                        index.getKey(), alias.getValue().path("index_routing").textValue());
                if (writes.asBoolean()) {
                    targets.put(alias.getKey(), Optional.of(target));
                } else if (!writes.isBoolean()) {
                    unnamed.put(alias.getKey(), target);
                }
            }
        }
        // Where none is said to take writes, the only index does.
        members.forEach((alias, count) ->
                targets.putIfAbsent(alias, count == 1 ? Optional.ofNullable(unnamed.get(alias)) : Optional.empty()));
    }
}
