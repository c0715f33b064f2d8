package io.sluice.filters.tenant.move;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A document as one place has it.
 *
 * @param source the tenant's
 * @param seqNo and {@code term} tell this state from any other
 * @param other null if it is the document that was asked for; else its own name: the shard has another document with the id, of another
 *     routing
 */
// Compared by what it holds, not by its array.
@SuppressWarnings("ArrayRecordComponent")
record Copy(
        byte[] source,
        long version,
        long seqNo,
        long term,
        @Nullable DocumentName other) {

    boolean hasSourceOf(Copy other) {
        return Arrays.equals(source, other.source);
    }

    boolean isStateOf(Copy other) {
        return seqNo == other.seqNo && term == other.term;
    }
}
