package io.sluice.filters.authorize;

import io.sluice.api.AnswerTooLongException;
import io.sluice.api.ClusterReader;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the names of one cluster: with one answer, or in parts where that is too long. For one thread. */
final class NamesReader {

    private static final RequestTarget ALL =
            RequestTarget.parse("/_resolve/index/*?expand_wildcards=all&filter_path=-indices.aliases");
    /** Aliases and data streams that wildcards find, with as few indices as can be: whether those are closed does not matter. */
    private static final RequestTarget VISIBLE =
            RequestTarget.parse("/_resolve/index/*?expand_wildcards=closed&filter_path=aliases.name,data_streams.name");

    private static final RequestTarget GREETING = RequestTarget.parse("/");

    private final ClusterReader cluster;
    private final NamesInParts parts;

    /** @param rules that say where clients may make aliases */
    NamesReader(ClusterReader cluster, Collection<Judge.Numbered> rules, InstantSource clock) {
        this.cluster = cluster;
        this.parts = new NamesInParts(cluster, rules, clock);
    }

    ClusterReader cluster() {
        return cluster;
    }

    /**
     * The names. Blocks.
     *
     * @throws IOException if they cannot be read
     * @throws IllegalArgumentException if an answer is none of names
     */
    ClusterNames read() throws IOException {
        NamesInParts.Answers read = answers();
        boolean aliases = !has(read.all(), "data_streams") || knowsAliasesOfStreams();
        return ClusterNames.of(read.all(), read.visible(), aliases).without(read.left());
    }

    private NamesInParts.Answers answers() throws IOException {
        try {
            Map<String, @Nullable Object> all = cluster.get(ALL);
            boolean asked = has(all, "data_streams") || has(all, "aliases");
            return new NamesInParts.Answers(all, asked ? cluster.get(VISIBLE) : Map.of(), List.of());
        } catch (AnswerTooLongException e) {
            return parts.read();
        }
    }

    private static boolean has(Map<String, @Nullable Object> answer, String kind) {
        return answer.get(kind) instanceof List<?> some && !some.isEmpty();
    }

    // OpenSearch takes a data stream for an index that there is not; whoever does not say what it is may be one.
    private boolean knowsAliasesOfStreams() {
        try {
            return !(cluster.get(GREETING).get("version") instanceof Map<?, ?> version
                    && "opensearch".equals(version.get("distribution")));
        } catch (IOException e) {
            return false;
        }
    }
}
