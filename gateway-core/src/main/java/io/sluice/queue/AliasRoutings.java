package io.sluice.queue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.api.AnswerTooLongException;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import io.sluice.json.ForeignJson;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What aliases add to the routing of writes to their indices, as a cluster says now. Not thread-safe. */
final class AliasRoutings {
    private static final int ASKED_AT_ONCE = 20;
    private static final int BAD_REQUEST = 400;
    private static final Logger LOG = LoggerFactory.getLogger(AliasRoutings.class);
    private static final ForeignJson JSON = new ForeignJson(ForeignJson.rules().build());

    private final Map<Member, Added> added = new HashMap<>();

    /** An index that an alias stands for. */
    private record Member(String alias, String index) {}

    /** @param routing null if the alias adds none */
    record Added(@Nullable String routing) {}

    /**
     * Asks a cluster. Blocks.
     *
     * @param names of which some may be no aliases
     * @throws IOException if it does not answer
     */
    static AliasRoutings read(ClusterReader cluster, Set<String> names, ClusterReader.Bounds bounds)
            throws IOException {
        AliasRoutings routings = new AliasRoutings();
        List<String> all = new ArrayList<>(names);
        for (int i = 0; i < all.size(); i += ASKED_AT_ONCE) {
            routings.ask(cluster, all.subList(i, Math.min(all.size(), i + ASKED_AT_ONCE)), bounds);
        }
        return routings;
    }

    private void ask(ClusterReader cluster, List<String> some, ClusterReader.Bounds bounds) throws IOException {
        if (isAnswered(cluster, some, bounds) || some.size() == 1) {
            return;
        }
        ask(cluster, some.subList(0, some.size() / 2), bounds);
        ask(cluster, some.subList(some.size() / 2, some.size()), bounds);
    }

    /** Whether the cluster says what it knows; not so if names or answer are too long together. */
    private boolean isAnswered(ClusterReader cluster, List<String> some, ClusterReader.Bounds bounds)
            throws IOException {
        String names = some.stream()
                .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8))
                .collect(Collectors.joining(","));
        try {
            ClusterResponse answer =
                    cluster.send("GET", RequestTarget.parse("/_alias/" + names), null, new byte[0], bounds);
            if (ConflictCheck.isToBeAskedAgain(answer.status())) {
                throw new IOException("aliases were not read: status " + answer.status());
            }
            // Also with 404, as some of the names may be none; another refusal says nothing of any.
            add(JSON.tree(answer.body()));
            return answer.status() != BAD_REQUEST;
        } catch (AnswerTooLongException | JsonProcessingException e) {
            LOG.atDebug().setCause(e).log("aliases cannot be read");
            return false;
        }
    }

    private void add(JsonNode indices) {
        for (Map.Entry<String, JsonNode> index : indices.properties()) {
            for (Map.Entry<String, JsonNode> alias :
                    index.getValue().path("aliases").properties()) {
                added.put(
                        new Member(alias.getKey(), index.getKey()),
                        new Added(alias.getValue().path("index_routing").textValue()));
            }
        }
    }

    /** What an alias adds for one of its indices; null if the name is no alias of the index, or that cannot be read. */
    @Nullable Added of(String name, String index) {
        return added.get(new Member(name, index));
    }
}
