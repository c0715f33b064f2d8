package io.sluice.filters.tenant.mapping;

import io.sluice.api.BulkItemPlan;
import io.sluice.api.ClusterReader;
import io.sluice.api.FilterMeters;
import io.sluice.api.Reply;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether tenants can be let to the indices of one shared layout: only while the mappings of all of them, in every cluster that
 * requests can reach, keep tenants apart. The verdict may be read by any thread; one looks.
 */
public final class MappingWatch {

    private static final String CLOSED = "sluice_mapping_unfit";
    private static final int STATUS = 503;
    private static final String UNREAD = "the mapping of these indices has not been read yet";
    private static final String UNFIT =
            "the mapping of these indices does not keep tenants apart; it is the operator's to mend";

    private final List<MappingLook> looks;

    /**
     * Begins a watch that has not looked yet.
     *
     * @param clusters that requests can reach
     * @param failures counts looks that failed
     */
    public MappingWatch(SharedIndices indices, List<ClusterReader> clusters, FilterMeters.Counter failures) {
        this.looks = clusters.stream()
                .map(cluster -> new MappingLook(indices, cluster, failures))
                .toList();
    }

    /** Looks at each cluster, unless the last look is not long ago and succeeded. Blocks; not to be called by two threads at once. */
    public void lookIfDue(Instant now) {
        looks.forEach(look -> look.lookIfDue(now));
    }

    /** Why the layout is closed, for its tenants; null if it is open. */
    public @Nullable String closed() {
        String reason = null;
        for (MappingLook look : looks) {
            switch (look.verdict()) {
                case FIT -> {}
                case UNFIT -> {
                    return UNFIT;
                }
                case UNREAD -> reason = UNREAD;
            }
        }
        return reason;
    }

    /** The answer to a request for a layout that is closed. */
    public static Reply reply(String reason) {
        return Reply.error(STATUS, CLOSED, reason).withHeader("Retry-After", "5");
    }

    /** What becomes of the items of a bulk that are for a layout that is closed. */
    public static BulkItemPlan rejection(String reason) {
        return new BulkItemPlan.Reject(STATUS, CLOSED, reason);
    }

    /** How many indices are not fit, each counted in every cluster that has it. */
    public int unfit() {
        return looks.stream().mapToInt(MappingLook::unfit).sum();
    }
}
