package io.sluice.mirror;

import java.time.Instant;
import java.util.List;

/**
 * A request that two clusters answered differently, or the other one not at all.
 *
 * @param first the status that the client got
 * @param second that of the other cluster; 0 if it gave no answer
 * @param what pointers to what differs in the bodies, the first few, without values; or why there was no answer
 */
public record Difference(Instant at, String method, String path, int first, int second, List<String> what) {
    public Difference {
        what = List.copyOf(what);
    }
}
