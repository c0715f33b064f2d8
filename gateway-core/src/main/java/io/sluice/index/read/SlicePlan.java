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

    private SlicePlan() {}

    /**
     * The slices as of now, tails last.
     *
     * @param wanted about how many there should be beside the tails, so that workers have enough to do
     */
    public static List<Slice> of(ClusterCalls calls, IndexDescription index, int wanted)
            throws IOException, InterruptedException {
        List<PrimaryShard> primaries = PrimaryShard.all(calls, index);
        List<Slice> bodies = new ArrayList<>();
        List<Slice> tails = new ArrayList<>();
        int each = Math.max(1, (wanted + index.shards() - 1) / index.shards());
        for (int shard = 0; shard < index.shards(); shard++) {
            long checkpoint = primaries.get(shard).checkpoint();
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

    /** Lets all copies show what was written: each shows by itself only what it had when it last looked. */
    static void refresh(ClusterCalls calls, IndexDescription index) throws IOException, InterruptedException {
        JsonNode failed = calls.json(Call.of("POST", "/" + Call.encode(index.name()) + "/_refresh", ""))
                .at("/_shards/failed");
        if (failed.asInt(-1) != 0) {
            throw new IOException("a refresh of " + index.name() + " failed on some shards");
        }
    }
}
