package io.sluice.index.diff;

/**
 * What came of a comparison.
 *
 * @param inA documents of the first side
 * @param inB of the second
 * @param onlyInA documents that only the first has
 * @param onlyInB that only the second has
 * @param different that both have, and are not the same
 * @param settled that differed when they were read, and were the same at a later look
 */
public record DiffCounts(long inA, long inB, long onlyInA, long onlyInB, long different, long settled) {

    /** How many documents differ in any way. */
    public long differences() {
        return onlyInA + onlyInB + different;
    }
}
