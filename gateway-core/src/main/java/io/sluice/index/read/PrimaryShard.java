package io.sluice.index.read;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.index.call.Call;
import io.sluice.index.call.ClusterCalls;
import io.sluice.index.call.Pause;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the started primary of a shard says of itself.
 *
 * @param lastNumber the highest sequence number of an operation that it has begun; -1 if there was none
 * @param checkpoint up to this number every copy has every operation; -1 if that is none
 * @param history changes when the shard is restored from a snapshot; empty if the server does not say
 */
record PrimaryShard(long lastNumber, long checkpoint, String history) {
    private static final String MEMBERS = "_shards.failed,indices.*.shards.*.routing,indices.*.shards.*.seq_no,"
            + "indices.*.shards.*.commit.user_data.history_uuid";

    /**
     * The primaries of all shards, by their numbers.
     *
     * @throws IOException if one is not started for longer than the patience with the cluster
     */
    static List<PrimaryShard> all(ClusterCalls calls, IndexDescription index) throws IOException, InterruptedException {
        Pause pause = new Pause(calls.terms().patience());
        while (true) {
            List<PrimaryShard> started = started(statistics(calls, index), index);
            if (started.size() == index.shards()) {
                return started;
            }
            if (!pause.sleep()) {
                throw new IOException(name(index, started.size()) + " has no started primary");
            }
        }
    }

    // Up to the first that is not.
    private static List<PrimaryShard> started(JsonNode statistics, IndexDescription index) {
        List<PrimaryShard> started = new ArrayList<>();
        PrimaryShard next = of(copies(statistics, index, 0));
        while (next != null && started.size() < index.shards()) {
            started.add(next);
            next = of(copies(statistics, index, started.size()));
        }
        return started;
    }

    /**
     * Waits until every copy of a shard has all that its primary has now: writes that are on their way show in searches of the primary
     * before the other copies have them.
     *
     * @throws IOException if that takes longer than the patience with the cluster
     */
    static void awaitCopies(ClusterCalls calls, IndexDescription index, int shard)
            throws IOException, InterruptedException {
        Pause pause = new Pause(calls.terms().patience());
        PrimaryShard first = null;
        while (true) {
            JsonNode statistics = statistics(calls, index);
            JsonNode copies = copies(statistics, index, shard);
            PrimaryShard now = of(copies);
            first = first == null ? now : first;
            if (first != null && now != null) {
                // The checkpoint may count a copy that is gone, until somebody writes.
                boolean told = statistics.at("/_shards/failed").asInt(-1) == 0;
                // A copy that became the primary may never have had the last operations.
                long wanted = Math.min(first.lastNumber(), now.lastNumber());
                if (Math.max(now.checkpoint(), told ? reached(copies) : -1) >= wanted) {
                    return;
                }
            }
            if (!pause.sleep()) {
                throw new IOException(name(index, shard)
                        + (first == null
                                ? " has no started primary"
                                : " has copies that lack operations up to number " + first.lastNumber() + " after "
                                        + calls.terms().patience().toSeconds() + " s"));
            }
        }
    }

    private static JsonNode statistics(ClusterCalls calls, IndexDescription index)
            throws IOException, InterruptedException {
        String target = "/" + Call.encode(index.name()) + "/_stats?level=shards&filter_path=" + MEMBERS;
        return calls.json(Call.get(target));
    }

    private static JsonNode copies(JsonNode statistics, IndexDescription index, int shard) {
        return statistics.path("indices").path(index.name()).path("shards").path(Integer.toString(shard));
    }

    // Up to this number every copy that serves searches says to have every operation.
    private static long reached(JsonNode copies) {
        long reached = Long.MAX_VALUE;
        for (JsonNode copy : copies) {
            String state = copy.at("/routing/state").asText();
            if (!state.equals("INITIALIZING")) {
                reached = Math.min(reached, copy.at("/seq_no/local_checkpoint").asLong(-1));
            }
        }
        return reached;
    }

    private static String name(IndexDescription index, int shard) {
        return "shard " + shard + " of index '" + index.name() + "'";
    }

    private static @Nullable PrimaryShard of(JsonNode copies) {
        for (JsonNode copy : copies) {
            JsonNode last = copy.at("/seq_no/max_seq_no");
            JsonNode checkpoint = copy.at("/seq_no/global_checkpoint");
            if (copy.at("/routing/primary").asBoolean() && last.isIntegralNumber() && checkpoint.isIntegralNumber()) {
                // No operation at all is -1; unknown is -2.
                return new PrimaryShard(
                        last.asLong(),
                        Math.max(-1, checkpoint.asLong()),
                        copy.at("/commit/user_data/history_uuid").asText());
            }
        }
        return null;
    }
}
