package io.sluice.filters.tenant.move;

import java.util.Arrays;

/**
 * A document as one place has it.
 *
 * @param source the tenant's
 * @param seqNo and {@code term} tell this state from any other
 */
// Compared by what it holds, not by its array.
@SuppressWarnings("ArrayRecordComponent")
record Copy(byte[] source, long version, long seqNo, long term) {

    boolean hasSourceOf(Copy other) {
        return Arrays.equals(source, other.source);
    }

    boolean isStateOf(Copy other) {
        return seqNo == other.seqNo && term == other.term;
    }
}
