package io.sluice.index.read;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.index.call.Call;
import io.sluice.index.call.CallException;
import io.sluice.index.call.ClusterCalls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes the indices of a cluster. Blocks; stateless. */
public final class IndexCatalog {
    private static final int NOT_FOUND = 404;

    private IndexCatalog() {}

    /**
     * The open indices that an expression names, by name: an index, an alias, a data stream, with wildcards, several with commas.
     *
     * @throws IOException if there are none, or the cluster refuses, or one has a runtime field that hides a server's own
     */
    public static List<IndexDescription> find(ClusterCalls calls, String expression)
            throws IOException, InterruptedException {
        JsonNode answer = calls.json(Call.get("/" + path(expression) + "?expand_wildcards=open&allow_no_indices=true"));
        List<IndexDescription> found = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : answer.properties()) {
            found.add(describe(member.getKey(), member.getValue()));
        }
        if (found.isEmpty()) {
            throw new IOException(calls.name() + " has no open index '" + expression + "'");
        }
        found.sort(Comparator.comparing(IndexDescription::name));
        return found;
    }

    /** The index of exactly this name; null if there is none. */
    public static @Nullable IndexDescription get(ClusterCalls calls, String name)
            throws IOException, InterruptedException {
        try {
            JsonNode answer = calls.json(Call.get("/" + Call.encode(name))).path(name);
            return answer.isMissingNode() ? null : describe(name, answer);
        } catch (CallException e) {
            if (e.status() == NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }

    private static IndexDescription describe(String name, JsonNode body) throws IOException {
        JsonNode settings = body.path("settings").path("index");
        IndexDescription index = new IndexDescription(name, body.path("mappings"), settings, body.path("aliases"));
        if (index.uuid().isEmpty() || index.shards() < 1) {
            throw new IOException("index '" + name + "' is described without uuid or number of shards");
        }
        // Servers let these count before their own fields, by which documents are read.
        for (Map.Entry<String, JsonNode> field : body.at("/mappings/runtime").properties()) {
            if (field.getKey().startsWith("_")) {
                throw new IOException("index '" + name + "' has the runtime field '" + field.getKey()
                        + "', which hides the server's own: its documents cannot be read reliably");
            }
        }
        return index;
    }

    private static String path(String expression) {
        StringBuilder path = new StringBuilder();
        for (String part : expression.split(",")) {
            path.append(path.isEmpty() ? "" : ",")
                    .append(Call.encode(part).replace("%2A", "*").replace("%3A", ":"));
        }
        return path.toString();
    }

    /**
     * What tells the contents of an index from those that a snapshot brings back in its place, with the same uuid: a text for each shard.
     *
     * @throws IOException if a shard is not there
     */
    public static List<String> histories(ClusterCalls calls, IndexDescription index)
            throws IOException, InterruptedException {
        return PrimaryShard.all(calls, index).stream()
                .map(PrimaryShard::history)
                .toList();
    }

    /**
     * The index with which a job began, as it is now; null if it is no longer that one.
     *
     * @param uuid that it had
     * @param histories that it had, see {@link #histories}; empty if the job's journal does not have them
     */
    public static @Nullable IndexDescription getSame(
            ClusterCalls calls, String name, String uuid, List<String> histories)
            throws IOException, InterruptedException {
        IndexDescription now = get(calls, name);
        boolean same = now != null
                && now.uuid().equals(uuid)
                && (histories.isEmpty() || histories.equals(histories(calls, now)));
        return same ? now : null;
    }

    /**
     * How many documents an index has now.
     *
     * @throws IOException if not all of its shards say so
     */
    public static long count(ClusterCalls calls, IndexDescription index) throws IOException, InterruptedException {
        // Counts pass the index's search pipeline too, and cannot say that they pass none.
        boolean search = index.hasSearchPipeline();
        String target = "/" + Call.encode(index.name())
                + (search ? "/_search?size=0&track_total_hits=true&" + SearchBody.NO_PIPELINE : "/_count");
        JsonNode answer = calls.json(Call.get(target));
        JsonNode count = search ? answer.at("/hits/total/value") : answer.path("count");
        if (answer.at("/_shards/failed").asInt(-1) != 0
                || !count.isIntegralNumber()
                || answer.path("timed_out").asBoolean()) {
            throw new IOException("the documents of index '" + index.name() + "' could not be counted on all shards");
        }
        return count.asLong();
    }
}
