package io.sluice.filters.tenant.mapping;

import static io.sluice.filters.tenant.mapping.Described.list;
import static io.sluice.filters.tenant.mapping.Described.object;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.filters.match.Glob;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a cluster's templates give an index that is not there yet. */
final class IndexTemplates {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final TypeReference<Map<String, @Nullable Object>> OBJECT = new TypeReference<>() {};
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    /** In Elasticsearch 7 a template's mapping may stand below the name of a type. */
    private static final String TYPE = "_doc";

    private IndexTemplates() {}

    /**
     * What an index would be like.
     *
     * @param mapping the members of its mapping
     * @param settings with the member {@code index}, unless there are none
     */
    record Made(Map<?, ?> mapping, Map<?, ?> settings) {

        private static Made of(Map<?, ?> template) {
            Map<?, ?> mapping = object(template.get("mappings"));
            boolean typed = mapping.size() == 1 && mapping.get(TYPE) instanceof Map<?, ?>;
            return new Made(typed ? object(mapping.get(TYPE)) : mapping, object(template.get("settings")));
        }
    }

    /**
     * Asks what an index of this name would be like. As in servers, legacy templates ({@code _template}) count only where no other
     * one has the name. Blocks.
     *
     * @return null if no template has the name
     * @throws IOException if the cluster does not tell
     * @throws IllegalArgumentException if the answer is not understood
     */
    static @Nullable Made of(ClusterReader cluster, String name) throws IOException {
        ClusterResponse simulated = cluster.send(
                "POST",
                SharedIndices.target("/_index_template/_simulate_index/", List.of(name), ""),
                null,
                new byte[0],
                ClusterReader.Bounds.of(TIMEOUT));
        if (!simulated.isSuccess()) {
            throw new IOException("_index_template/_simulate_index was answered with status " + simulated.status());
        }
        Object template = MAPPER.readValue(simulated.body(), OBJECT).get("template");
        return template == null ? ofLegacy(cluster, name) : Made.of(object(template));
    }

    private static @Nullable Made ofLegacy(ClusterReader cluster, String name) throws IOException {
        List<Map<?, ?>> templates = cluster.get(SharedIndices.target("/_template", List.of(), "")).values().stream()
                .<Map<?, ?>>map(Described::object)
                .filter(template -> list(template.get("index_patterns")).stream()
                        .anyMatch(pattern -> Glob.matches(String.valueOf(pattern), name)))
                .sorted(Comparator.comparingLong(template -> order(template.get("order"))))
                .toList();
        Map<Object, @Nullable Object> merged = new LinkedHashMap<>();
        for (Map<?, ?> template : templates) {
            Made made = Made.of(template);
            merge(merged, Map.of("mappings", made.mapping(), "settings", made.settings()));
        }
        return templates.isEmpty() ? null : Made.of(merged);
    }

    private static long order(@Nullable Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }

    /** Adds members to an object: where both have an object it gets both objects' members, else the added value counts. */
    private static void merge(Map<Object, @Nullable Object> into, Map<?, ?> added) {
        added.forEach((key, value) -> {
            if (value instanceof Map<?, ?> members) {
                Map<Object, @Nullable Object> own = new LinkedHashMap<>();
                if (into.get(key) instanceof Map<?, ?> before) {
                    own.putAll(before);
                }
                merge(own, members);
                into.put(key, own);
            } else {
                into.put(key, value);
            }
        });
    }
}
