package io.sluice.filters.tenant.mapping;

import io.sluice.api.AnswerTooLongException;
import io.sluice.api.ClusterReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Mappings and settings of some indices. A server shows none of them if the metadata of one is blocked
 * ({@code index.blocks.metadata}); the cluster's state then shows all, as no block of an index applies to it. Immutable.
 */
final class IndexDescriptions {

    private static final String ALL_STATES = "?expand_wildcards=all";

    private final Map<?, ?> indices;
    /** Each mapping stands below the name of a type, as in the cluster's state. */
    private final boolean typed;

    private IndexDescriptions(Map<?, ?> indices, boolean typed) {
        this.indices = indices;
        this.typed = typed;
    }

    /**
     * Reads the descriptions. Blocks.
     *
     * @throws AnswerTooLongException if the answer is too long; that of fewer indices may be not
     * @throws IOException if neither the indices nor the cluster's state can be read
     */
    static IndexDescriptions read(ClusterReader cluster, List<String> names) throws IOException {
        try {
            return new IndexDescriptions(cluster.get(SharedIndices.target("/", names, ALL_STATES)), false);
        } catch (AnswerTooLongException e) {
            throw e;
        } catch (IOException refused) {
            try {
                return ofState(cluster, names);
            } catch (AnswerTooLongException e) {
                throw e;
            } catch (IOException e) {
                refused.addSuppressed(e);
                throw refused;
            }
        }
    }

    private static IndexDescriptions ofState(ClusterReader cluster, List<String> names) throws IOException {
        Map<String, @Nullable Object> state =
                cluster.get(SharedIndices.target("/_cluster/state/metadata/", names, ALL_STATES));
        return new IndexDescriptions(object("indices", object("metadata", state)), true);
    }

    /** @throws IOException if the index was not shown */
    Map<?, ?> mapping(String name) throws IOException {
        Map<?, ?> mappings = object("mappings", object(name, indices));
        if (!typed) {
            return mappings;
        }
        return mappings.isEmpty()
                ? mappings
                : object(mappings.keySet().iterator().next().toString(), mappings);
    }

    /** @throws IOException if the index was not shown */
    Map<?, ?> settings(String name) throws IOException {
        return object("settings", object(name, indices));
    }

    private static Map<?, ?> object(String name, Map<?, ?> within) throws IOException {
        if (within.get(name) instanceof Map<?, ?> found) {
            return found;
        }
        throw new IOException("no " + name + " was shown where mappings and settings are read");
    }
}
