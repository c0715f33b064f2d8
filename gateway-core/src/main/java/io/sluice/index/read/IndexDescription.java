package io.sluice.index.read;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A concrete index as its cluster describes it.
 *
 * @param name its name
 * @param mappings without types
 * @param settings those of {@code index}, as a tree
 * @param aliases by name
 */
public record IndexDescription(String name, JsonNode mappings, JsonNode settings, JsonNode aliases) {
    private static final int DEFAULT_WINDOW = 10_000;

    /** Changes when an index of that name is made anew, not when a snapshot is restored into it. */
    public String uuid() {
        return settings.path("uuid").asText();
    }

    /** How many primary shards it has. */
    public int shards() {
        return settings.path("number_of_shards").asInt();
    }

    /** The most hits of one search. */
    public int maxHits() {
        return settings.path("max_result_window").asInt(DEFAULT_WINDOW);
    }

    /** Whether searches of it pass a pipeline of OpenSearch that may leave documents out, or change them. */
    boolean hasSearchPipeline() {
        String pipeline = settings.at("/search/default_pipeline").asText();
        return !pipeline.isEmpty() && !pipeline.equals("_none");
    }

    /** Whether replicas copy files some time after a refresh, as OpenSearch may. */
    public boolean replicatesSegments() {
        return settings.at("/replication/type").asText().equalsIgnoreCase("SEGMENT");
    }
}
