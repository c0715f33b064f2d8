package io.sluice.filters.tenant.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a tenant's index is like, whatever place stores it.
 *
 * @param mappings by the tenant's names of fields
 * @param settings below {@code index}, those that can be given to a new index
 * @param aliases by the tenant's names
 * @param keepsSources whether what is stored of a document is all that was written
 * @param takesWrites whether the tenant has not blocked writes; what an operator or a full disk has blocked may still be moved away
 */
public record IndexShape(
        ObjectNode mappings, ObjectNode settings, ObjectNode aliases, boolean keepsSources, boolean takesWrites) {

    private static final List<String> PIPELINES = List.of("default_pipeline", "final_pipeline");
    private static final String NO_PIPELINE = "_none";
    private static final String EXCLUDE_VECTORS = "exclude_source_vectors";

    /** Whether the settings below {@code index} let documents be written. */
    public static boolean takesWrites(JsonNode settings) {
        JsonNode blocks = settings.path("blocks");
        return Stream.of("write", "read_only")
                .noneMatch(block -> blocks.path(block).asBoolean());
    }

    /** The pipelines that all writes pass, by the names of the settings. They are the operator's, in the cluster where the index is. */
    public SortedMap<String, String> pipelines() {
        return pipelines(settings);
    }

    /** The same, of settings below {@code index}. */
    public static SortedMap<String, String> pipelines(JsonNode settings) {
        SortedMap<String, String> pipelines = new TreeMap<>();
        for (String key : PIPELINES) {
            String pipeline = settings.path(key).asText();
            if (!pipeline.isEmpty() && !pipeline.equals(NO_PIPELINE)) {
                pipelines.put(key, pipeline);
            }
        }
        return pipelines;
    }

    /** The settings that a new index in another cluster is given. */
    public ObjectNode settingsOfNew() {
        ObjectNode given = settings.deepCopy();
        given.remove(PIPELINES);
        if (given.get("search") instanceof ObjectNode search) {
            search.remove("default_pipeline");
        }
        return given;
    }

    /** Whether servers make the ids of its documents themselves. A document without an id gets one from the gateway during a move. */
    boolean isTimeSeries() {
        return settings.path("mode").asText().equals("time_series");
    }

    /** Whether servers replace the ids of its documents by their own. */
    boolean replacesIds() {
        return settings.at("/logsdb/route_on_sort_fields").asBoolean();
    }

    /** The same, but that vectors are kept in sources as they are written, unless the settings say something about it. */
    IndexShape withVectorsInSources() {
        if (settings.at("/mapping").has(EXCLUDE_VECTORS)) {
            return this;
        }
        ObjectNode more = settings.deepCopy();
        more.withObject("/mapping").put(EXCLUDE_VECTORS, false);
        return new IndexShape(mappings, more, aliases, keepsSources, takesWrites);
    }

    /** The first of a server's own fields, by which documents are read, that the mapping of a whole index hides; null if there is none. */
    public static @Nullable String hiddenField(JsonNode mappings) {
        return mappings.path("runtime")
                .propertyStream()
                .map(Map.Entry::getKey)
                .filter(name -> name.startsWith("_"))
                .findFirst()
                .orElse(null);
    }

    /**
     * Whether the mapping of a whole index, and its settings below {@code index}, have it keep all that is written. Vectors that are left out
     * of the source ({@code mapping.exclude_source_vectors}) are kept: a read that asks for them gets them.
     */
    public static boolean keepsSources(JsonNode mappings, JsonNode settings) {
        JsonNode source = mappings.path("_source");
        return source.path("enabled").asBoolean(true)
                && !settings.at("/mapping/source/mode").asText().equals("disabled")
                && source.path("includes").isEmpty()
                && source.path("excludes").isEmpty()
                && !source.path("mode").asText().equals("disabled");
    }
}
