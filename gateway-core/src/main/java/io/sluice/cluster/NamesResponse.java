package io.sluice.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What names stand for, from the answers of {@code GET _resolve/index/NAMES}. For one thread. */
final class NamesResponse {
    /** What {@link #add} reads: an index may have many aliases. */
    static final String FILTER =
            "indices.name,aliases.name,aliases.indices,data_streams.name,data_streams.backing_indices";

    /** Those that are concrete indices. */
    final Set<String> indices = new HashSet<>();
    /** Aliases, and the concrete indices behind them. */
    final Map<String, Set<String>> aliases = new HashMap<>();
    /** Data streams, and the index that each writes to. */
    final Map<String, String> dataStreams = new HashMap<>();

    /**
     * Adds the names of one answer.
     *
     * @param asked the requested names; others are ignored, so that an answer cannot make the gateway ask for more
     */
    void add(JsonNode answer, Set<String> asked) {
        for (JsonNode index : answer.path("indices")) {
            String name = index.path("name").asText();
            if (asked.contains(name)) {
                indices.add(name);
            }
        }
        for (JsonNode alias : answer.path("aliases")) {
            String name = alias.path("name").asText();
            if (asked.contains(name)) {
                Set<String> members = new HashSet<>();
                alias.path("indices").forEach(index -> members.add(index.asText()));
                aliases.put(name, members);
            }
        }
        for (JsonNode stream : answer.path("data_streams")) {
            String name = stream.path("name").asText();
            // The newest index, the last of the list, is the one that is written.
            JsonNode backing = stream.path("backing_indices");
            if (asked.contains(name) && !backing.isEmpty()) {
                dataStreams.put(name, backing.get(backing.size() - 1).asText());
            }
        }
    }
}
