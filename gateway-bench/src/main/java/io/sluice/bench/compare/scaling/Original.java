package io.sluice.bench.compare.scaling;

import java.util.Map;

/**
 * The published figures of the gateway that this study repeats: documents a second, nine nodes of 12 cores, 5,000 or 10,000
 * documents a bulk.
 */
final class Original {
    /** What its figures are not: its gateway answers before a node has written anything. */
    static final String CAVEAT = "the original answers before a node has written anything, with made-up replies";

    static final int NODES = 9;
    static final int CORES = 12;
    private static final int FEW_SHARDS = 3;
    private static final int MANY_SHARDS = 30;
    private static final Map<Integer, Integer> FEW =
            Map.of(0, 600_000, 1, 180_000, 2, 350_000, 4, 650_000, 6, 770_000, 8, 930_000);
    private static final Map<Integer, Integer> MANY =
            Map.of(0, 750_000, 1, 200_000, 2, 400_000, 4, 760_000, 6, 1_000_000, 8, 930_000);

    private Original() {}

    /** Whether the original has figures for indices with that many shards. */
    static boolean knows(int shards) {
        return shards == FEW_SHARDS || shards == MANY_SHARDS;
    }

    /**
     * Documents a second.
     *
     * @param cores of its gateway; 0 for none
     * @return 0 where nothing was published
     */
    static int documentsPerSecond(int shards, int cores) {
        return figures(shards).getOrDefault(cores, 0);
    }

    /** The most that its cluster took regrouped. */
    static int most(int shards) {
        return figures(shards).values().stream()
                .mapToInt(Integer::intValue)
                .max()
                .orElse(0);
    }

    private static Map<Integer, Integer> figures(int shards) {
        return switch (shards) {
            case FEW_SHARDS -> FEW;
            case MANY_SHARDS -> MANY;
            default -> Map.of();
        };
    }
}
