package io.sluice.filters.tenant.placement;

import io.sluice.filters.tenant.move.Carrier;
import io.sluice.filters.tenant.move.ChangeMark;
import java.io.IOException;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * What gateways had sent for a tenant that are in the table no longer: they wait for its end no longer, so that a move has to. For one move, by
 * one thread.
 */
final class DepartedGateways {

    private static final long NONE = -1;

    private final String tenant;
    private final LongPredicate settled;
    /** How many had gone when the clusters were through with what they had sent. */
    private long through = NONE;

    private long awaited = NONE;
    /** Whether one look that finds nothing is not enough. */
    private boolean patient;

    private int quiet;

    /** @param settled whether the last of so many has gone long ago: what it had sent is a task by now, or was answered */
    DepartedGateways(String tenant, LongPredicate settled) {
        this.tenant = tenant;
        this.settled = settled;
    }

    /** The tenant is carried between other places. */
    void forget() {
        through = NONE;
        awaited = NONE;
        patient = false;
        quiet = 0;
    }

    /** Whether the clusters are through with what those have sent which have gone by now. */
    boolean areThrough(TableContent content) {
        return content.departed().isEmpty() || content.departures() == through;
    }

    /**
     * Looks once, and says whether the clusters are through; if not, to be repeated after {@link ChangeMark#LOOK}. Blocks.
     *
     * @throws IOException if a cluster does not tell its tasks
     */
    boolean look(TableContent content, Carrier carrier) throws IOException {
        if (content.departures() != awaited) {
            // One has gone since.
            patient |= awaited != NONE;
            awaited = content.departures();
            quiet = 0;
        }
        patient |= !settled.test(awaited);
        int before = quiet;
        quiet = 0;
        boolean found = carrier.hasTasksOf(tenant, Set.copyOf(content.departed()));
        patient |= found;
        quiet = found ? 0 : before + 1;
        if (quiet >= (patient ? ChangeMark.QUIET : 1)) {
            through = awaited;
        }
        return areThrough(content);
    }
}
