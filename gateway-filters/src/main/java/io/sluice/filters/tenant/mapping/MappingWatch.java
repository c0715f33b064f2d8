package io.sluice.filters.tenant.mapping;

import io.sluice.api.BulkItemPlan;
import io.sluice.api.ClusterReader;
import io.sluice.api.FilterMeters;
import io.sluice.api.Reply;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether tenants may use the indices of one shared layout: only while all their mappings, in every reachable
 * cluster, keep tenants apart. Any thread may read the verdict; one thread checks.
 */
public final class MappingWatch {

    private static final String CLOSED = "sluice_mapping_unfit";
    private static final int STATUS = 503;
    private static final String UNREAD = "the mapping of these indices has not been read yet";
    private static final String UNFIT =
            "the mapping of these indices does not keep tenants apart; the operator must correct it";

    private final List<MappingLook> looks;

    /**
     * Makes a watch that has not checked anything yet.
     *
     * @param clusters that requests can reach
     * @param failures counts failed checks
     */
    public MappingWatch(SharedIndices indices, List<ClusterReader> clusters, FilterMeters.Counter failures) {
        this.looks = clusters.stream()
                .map(cluster -> new MappingLook(indices, cluster, failures))
                .toList();
    }

    /**
     * Checks each cluster, unless its last check succeeded and is recent. Blocks; two threads must not call it at once.
     */
    public void lookIfDue(Instant now) {
        looks.forEach(look -> look.lookIfDue(now));
    }

    /** Why the layout is closed, as a message for clients; null if it is open. */
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

    /** The reply to a request for a closed layout. */
    public static Reply reply(String reason) {
        return Reply.error(STATUS, CLOSED, reason).withHeader("Retry-After", "5");
    }

    /** The rejection of bulk items for a closed layout. */
    public static BulkItemPlan rejection(String reason) {
        return new BulkItemPlan.Reject(STATUS, CLOSED, reason);
    }

    /** Number of unfit indices, each counted in every cluster that has it. */
    public int unfit() {
        return looks.stream().mapToInt(MappingLook::unfit).sum();
    }
}
