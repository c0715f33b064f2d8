package io.sluice.filters.tenant.grammar;

import java.util.IdentityHashMap;

/** What was counted so far. For one exchange. */
final class Tallies {
    private static final int FEW = 4;
    private static final int BODY = 0;
    private static final int TOGETHER = 1;

    private final IdentityHashMap<Tally, int[]> counts = new IdentityHashMap<>(FEW);

    /** The next body begins. */
    void next() {
        counts.values().forEach(count -> count[BODY] = 0);
    }

    /** Adds an amount; whether all that was added is within the bound. */
    boolean takes(Tally tally, int amount) {
        int[] count = counts.get(tally);
        if (count == null) {
            count = new int[2];
            counts.put(tally, count);
        }
        count[BODY] += amount;
        count[TOGETHER] += amount;
        return count[BODY] <= tally.most() && count[TOGETHER] <= tally.mostTogether();
    }
}
