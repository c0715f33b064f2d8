package io.sluice.cluster;

import io.sluice.api.ShardCopy;
import io.sluice.bulk.hash.HashRange;
import io.sluice.bulk.hash.TargetedIds;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The shards that one bulk's documents without id are for: one of each index on each node, the nodes in turn, and ids that belong
 * there. For one thread.
 */
public final class ShardTargets {
    /** The number of documents in a row for one target, so that their results are copied in runs. */
    private static final int RUN = 32;

    private final SecureRandom random;
    private final TargetedIds ids;
    private final Map<IndexView, Turn> turns = new HashMap<>();
    private @Nullable Turn last;

    /** Chooses and draws from there. */
    public ShardTargets(SecureRandom random) {
        this.random = random;
        this.ids = new TargetedIds(random);
    }

    private static final class Turn {
        private final IndexView index;
        private final int[] shards;
        private final List<HashRange> ranges = new ArrayList<>();
        private int documents;
        private int at;

        private Turn(IndexView index, int[] shards) {
            this.index = index;
            this.shards = shards;
            ShardRouter router = Objects.requireNonNull(index.router());
            int slots = router.routingShards() / router.shards();
            for (int shard : shards) {
                ranges.add(HashRange.of(router.routingShards(), shard * slots, slots));
            }
        }

        private int next() {
            at = documents++ / RUN % shards.length;
            return shards[at];
        }

        private HashRange range() {
            return ranges.get(at);
        }
    }

    /** The shard of the next document of an index whose shards can be computed. */
    int next(IndexView index) {
        Turn turn = last;
        if (turn == null || !turn.index.equals(index)) {
            turn = turns.computeIfAbsent(index, this::begin);
            last = turn;
        }
        return turn.next();
    }

    private Turn begin(IndexView index) {
        Map<String, List<Integer>> byNode = new HashMap<>();
        for (ShardCopy primary : index.primaries()) {
            String node = Objects.requireNonNullElse(primary.node(), "");
            byNode.computeIfAbsent(node, any -> new ArrayList<>()).add(primary.shard());
        }
        return new Turn(
                index,
                byNode.values().stream()
                        .mapToInt(shards -> shards.get(random.nextInt(shards.size())))
                        .toArray());
    }

    /** An id that belongs to the shard that was chosen last, valid until the next call. */
    byte[] draw() {
        return ids.draw(Objects.requireNonNull(last).range());
    }
}
