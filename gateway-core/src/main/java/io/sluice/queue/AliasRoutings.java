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
            String some = all.subList(i, Math.min(all.size(), i + ASKED_AT_ONCE)).stream()
                    .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8))
                    .collect(Collectors.joining(","));
            routings.ask(cluster, RequestTarget.parse("/_alias/" + some), bounds);
        }
        return routings;
    }

    private void ask(ClusterReader cluster, RequestTarget target, ClusterReader.Bounds bounds) throws IOException {
        try {
            ClusterResponse answer = cluster.send("GET", target, null, new byte[0], bounds);
            if (ConflictCheck.isToBeAskedAgain(answer.status())) {
                throw new IOException("aliases were not read: status " + answer.status());
            }
            // Also with 404, as some of the names may be none; another refusal says nothing of any.
            add(JSON.tree(answer.body()));
        } catch (AnswerTooLongException | JsonProcessingException e) {
            LOG.atDebug().setCause(e).log("aliases cannot be read");
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
