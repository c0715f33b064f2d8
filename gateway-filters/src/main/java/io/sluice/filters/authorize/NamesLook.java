package io.sluice.filters.authorize;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterMeters;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the names of one cluster when that is due: after a period, or sooner where it failed, a name is missed, or the cluster is available
 * again. One thread looks; any may miss, and ask what holds.
 */
final class NamesLook {

    private static final Logger LOG = LoggerFactory.getLogger(NamesLook.class);
    /** What was read holds for so long once it should have been read again: names that came since would be judged by themselves. */
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    /** From the end of one look to the next where names are missed, if the period is longer: each look asks for all names of the cluster. */
    private static final Duration SHORTEST_PERIOD = Duration.ofSeconds(5);

    private final NamesReader reader;
    private final ClusterReader cluster;
    private final boolean needed;
    private final Duration period;
    private final FilterMeters.Counter failures;
    private final InstantSource clock;
    private @Nullable Read last;
    /** Whether no node of the cluster was available when it was last asked whether a look is due. */
    private boolean away;

    private Instant due = Instant.MIN;
    /** When a look is due where names are missed. */
    private Instant soonest = Instant.MIN;
    /** From the failure of the last attempt to the next attempt; null if the last attempt did not fail. */
    private @Nullable Duration pause;

    /** Names may have come since the last look began. */
    private volatile boolean missed;

    /**
     * What a look has found.
     *
     * @param until when it holds no longer, if the cluster is available then
     * @param cluster that was looked at
     */
    record Read(ClusterNames names, Instant until, ClusterReader cluster) {

        /** Whether it holds: nothing of what changes in a cluster that is away can be reached meanwhile. */
        boolean holdsAt(Instant now) {
            return now.isBefore(until) || !cluster.isAvailable();
        }
    }

    /**
     * Nothing is read yet, and a look is due.
     *
     * @param needed whether nothing can be decided without its names; otherwise what was read of them holds until the next look
     * @param period between two looks
     * @param failures counts failed looks
     */
    NamesLook(NamesReader reader, boolean needed, Duration period, FilterMeters.Counter failures, InstantSource clock) {
        this.reader = reader;
        this.cluster = reader.cluster();
        this.needed = needed;
        this.period = period;
        this.failures = failures;
        this.clock = clock;
    }

    /** Makes the next look due sooner: names may have come since the last one. */
    void miss() {
        missed = true;
    }

    /** Looks if that is due; whether it was. Blocks. */
    boolean lookIfDue() {
        boolean available = cluster.isAvailable();
        boolean returned = away && available;
        away = !available;
        if (!returned && clock.instant().isBefore(missed ? soonest : due)) {
            return false;
        }
        look();
        return true;
    }

    /** Looks whether or not that is due, but after a failure only once it is. Blocks. */
    void lookAgain() {
        if (pause == null) {
            look();
        } else {
            lookIfDue();
        }
    }

    private void look() {
        // What is missed from here on may come too late for this look.
        missed = false;
        try {
            ClusterNames names = reader.read();
            due = clock.instant().plus(period);
            soonest = clock.instant().plus(SHORTEST_PERIOD.compareTo(period) < 0 ? SHORTEST_PERIOD : period);
            last = new Read(names, needed ? due.plus(LONGEST_DELAY) : Instant.MAX, cluster);
            pause = null;
        } catch (IOException | IllegalArgumentException e) {
            failures.increment();
            pause = longer(pause, e);
            due = clock.instant().plus(pause);
            soonest = due;
        }
    }

    private Duration longer(@Nullable Duration before, Exception problem) {
        if (before == null) {
            LOG.atWarn()
                    .addKeyValue("cluster", cluster.cluster())
                    .addKeyValue("problem", problem.getMessage())
                    .log(
                            "the names of indices could not be read, the last ones hold for a minute, or until a node is available again");
        }
        Duration longer = before == null ? FIRST_PAUSE : before.multipliedBy(2);
        return longer.compareTo(period) < 0 ? longer : period;
    }

    /** Whether nothing can be decided before its names were read. */
    boolean isNeeded() {
        return needed;
    }

    /** What the last look that succeeded has found; null if none has. */
    @Nullable Read last() {
        return last;
    }
}
