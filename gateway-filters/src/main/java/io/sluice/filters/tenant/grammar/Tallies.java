package io.sluice.filters.tenant.grammar;

import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** What was counted so far. For one exchange. */
public final class Tallies {
    private static final int FEW = 4;
    private static final int BODY = 0;
    private static final int TOGETHER = 1;

    /** Made when something is counted: most bodies have nothing to count. */
    private @Nullable IdentityHashMap<Tally, int[]> counts;

    /** The next body begins. */
    void next() {
        if (counts != null) {
            counts.values().forEach(count -> count[BODY] = 0);
        }
    }

    /** Adds an amount; whether all that was added is within the bound. */
    boolean takes(Tally tally, int amount) {
        IdentityHashMap<Tally, int[]> known = counts;
        if (known == null) {
            known = new IdentityHashMap<>(FEW);
            counts = known;
        }
        int[] count = known.computeIfAbsent(tally, unused -> new int[2]);
        count[BODY] += amount;
        count[TOGETHER] += amount;
        return count[BODY] <= tally.most() && count[TOGETHER] <= tally.mostTogether();
    }
}
