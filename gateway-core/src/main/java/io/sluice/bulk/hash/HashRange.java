package io.sluice.bulk.hash;

/**
 * The hashes that fall into a range of an index's routing slots, found without a division: a remainder is the upper half of a
 * product with the divisor's reciprocal (Lemire, Kaser, Kurz: Faster Remainder by Direct Computation, 2019).
 *
 * @param slots of the index
 * @param reciprocal of the slots, times 2^64, rounded up
 * @param from the first wanted slot, moved as unsigned hashes are
 * @param count how many slots are wanted
 */
public record HashRange(int slots, long reciprocal, int from, int count) {

    /** The hashes whose {@code floorMod} by the number of slots is in the range. */
    public static HashRange of(int slots, int first, int wanted) {
        int moved = (int) ((first + (1L << 31)) % slots);
        return new HashRange(slots, Long.divideUnsigned(-1L, slots) + 1, moved, wanted);
    }

    /** Whether the hash is one of them. */
    boolean has(int hash) {
        long unsigned = hash + (1L << 31);
        int slot = (int) Math.unsignedMultiplyHigh(reciprocal * unsigned, slots) - from;
        return (slot < 0 ? slot + slots : slot) < count;
    }
}
