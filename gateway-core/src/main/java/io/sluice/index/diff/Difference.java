package io.sluice.index.diff;

import io.sluice.index.read.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A document that is not the same on both sides.
 *
 * @param id its id
 * @param routing null if it has none
 * @param a of the first side, its content the source in one line; null if it is not there
 * @param b of the second side
 * @param changing whether it was still being written at the last look
 * @param blocked whether the side that lacks it has another document with its id in that shard, of another routing
 */
public record Difference(
        String id,
        @Nullable String routing,
        @Nullable Document a,
        @Nullable Document b,
        boolean changing,
        boolean blocked) {

    /** Where it is: {@code only-in-a}, {@code only-in-b} or {@code different}. */
    public String kind() {
        return b == null ? "only-in-a" : a == null ? "only-in-b" : "different";
    }

    /** The places that differ first, as JSON pointers; none if the document is on one side only. */
    public List<String> fields(int most) {
        return a == null || b == null ? List.of() : ChangedFields.of(a.content(), b.content(), most);
    }
}
