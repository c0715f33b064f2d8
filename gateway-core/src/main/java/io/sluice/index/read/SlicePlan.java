package io.sluice.index.read;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.index.call.Call;
import io.sluice.index.call.ClusterCalls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans the slices of an index. Up to a shard's global checkpoint every operation is on each copy, and after a refresh every search
 * sees it: a document from there that does not change is found whenever its slice is read. What changes gets a number beyond, and is
 * found in the tail.
 */
public final class SlicePlan {
    /** Below that a slice of its own gains nothing. */
    private static final long LEAST = 20_000;

    private static final String COPIES = "indices.*.shards.*.routing,indices.*.shards.*.seq_no";

    private SlicePlan() {}

    /**
     * The slices as of now, tails last.
     *
     * @param wanted about how many there should be beside the tails, so that workers have enough to do
     */
    public static List<Slice> of(ClusterCalls calls, IndexDescription index, int wanted)
            throws IOException, InterruptedException {
        String path = "/" + Call.encode(index.name());
        JsonNode stats = calls.json(Call.get(path + "/_stats?level=shards&filter_path=" + COPIES));
        JsonNode shards = stats.path("indices").path(index.name()).path("shards");
        List<Slice> bodies = new ArrayList<>();
        List<Slice> tails = new ArrayList<>();
        int each = Math.max(1, (wanted + index.shards() - 1) / index.shards());
        for (int shard = 0; shard < index.shards(); shard++) {
            long checkpoint = checkpoint(index, shard, shards.path(Integer.toString(shard)));
            divide(index.name(), shard, checkpoint, each, bodies);
            tails.add(new Slice(index.name(), shard, checkpoint, Slice.OPEN));
        }
        refresh(calls, index);
        bodies.addAll(tails);
        return bodies;
    }

    private static void divide(String index, int shard, long checkpoint, int parts, List<Slice> slices) {
        long numbers = checkpoint + 1;
        long most = Math.max(LEAST, (numbers + parts - 1) / parts);
        for (long after = -1; after < checkpoint; after += most) {
            slices.add(new Slice(index, shard, after, Math.min(checkpoint, after + most)));
        }
    }

    private static long checkpoint(IndexDescription index, int shard, JsonNode copies) throws IOException {
        for (JsonNode copy : copies) {
            JsonNode checkpoint = copy.at("/seq_no/global_checkpoint");
            if (copy.at("/routing/primary").asBoolean() && checkpoint.isIntegralNumber()) {
                // No operation at all is -1; unknown is -2.
                return Math.max(-1, checkpoint.asLong());
            }
        }
        throw new IOException("shard " + shard + " of index '" + index.name() + "' has no started primary");
    }

    /** Lets all copies show what was written: each shows by itself only what it had when it last looked. */
    static void refresh(ClusterCalls calls, IndexDescription index) throws IOException, InterruptedException {
        JsonNode failed = calls.json(Call.of("POST", "/" + Call.encode(index.name()) + "/_refresh", ""))
                .at("/_shards/failed");
        if (failed.asInt(-1) != 0) {
            throw new IOException("a refresh of " + index.name() + " failed on some shards");
        }
    }
}
