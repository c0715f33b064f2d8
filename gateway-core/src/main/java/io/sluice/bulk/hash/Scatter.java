package io.sluice.bulk.hash;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Where keys that clients choose go in a hash table: the top bits of the key times an odd number that nobody outside can know, so that
 * no client can choose ids that all go to one place. Two keys meet with a probability of at most two by the number of slots (Dietzfelbinger et
 * al., "A reliable randomized algorithm for the closest-pair problem", 1997). Immutable.
 */
public final class Scatter {
    private final long multiplier = ThreadLocalRandom.current().nextLong() | 1;

    /** @param slots how many there are, a power of two above 1 */
    public int slot(long key, int slots) {
        return (int) (key * multiplier >>> Long.numberOfLeadingZeros(slots) + 1);
    }
}
