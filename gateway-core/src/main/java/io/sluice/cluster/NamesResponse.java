package io.sluice.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What names stand for, from the answers of {@code GET _resolve/index/NAMES}. For one thread. */
final class NamesResponse {
    /** Those that are concrete indices. */
    final Set<String> indices = new HashSet<>();
    /** Aliases, and the concrete indices behind them. */
    final Map<String, Set<String>> aliases = new HashMap<>();
    /** Data streams, and the index that each writes to. */
    final Map<String, String> dataStreams = new HashMap<>();

    /** Adds the names of one answer. */
    void add(JsonNode answer) {
        answer.path("indices").forEach(index -> indices.add(index.path("name").asText()));
        for (JsonNode alias : answer.path("aliases")) {
            Set<String> members = new HashSet<>();
            alias.path("indices").forEach(index -> members.add(index.asText()));
            aliases.put(alias.path("name").asText(), members);
        }
        for (JsonNode stream : answer.path("data_streams")) {
            // The newest index, the last of the list, is the one that is written.
            JsonNode backing = stream.path("backing_indices");
            if (!backing.isEmpty()) {
                dataStreams.put(
                        stream.path("name").asText(),
                        backing.get(backing.size() - 1).asText());
            }
        }
    }
}
