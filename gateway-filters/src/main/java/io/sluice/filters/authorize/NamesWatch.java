package io.sluice.filters.authorize;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.filters.authorize.NamesLook.Read;
import io.sluice.filters.watch.RepeatedLook;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the names of the clusters that a flow reaches: looks when it is made, and then at the interval of cluster discovery, or sooner after a
 * look that failed and where a name was missed. Any thread may read what was found; one thread looks.
 */
final class NamesWatch {

    /** How often it is asked whether a look is due. */
    private static final Duration TICK = Duration.ofSeconds(1);

    private final List<NamesLook> clusters;
    private final List<Judge.Numbered> rules;
    private final InstantSource clock;
    private final RepeatedLook looks;
    /** What was read of all clusters; null if one of them was not read. */
    private volatile @Nullable Found found;

    private record Found(Read read, RuledNames names) {}

    /** @param rules all that requests are judged by */
    NamesWatch(FilterContext context, List<Judge.Numbered> rules) {
        this.rules = rules;
        this.clock = context.clock();
        FilterMeters.Counter failures = context.meters()
                .counter("authorize_names_failures", "Failed attempts to read the names of a cluster's indices");
        List<ClusterReader> reached = context.reached();
        Duration period = reached.stream()
                .map(ClusterReader::every)
                .min(Comparator.naturalOrder())
                .orElse(TICK);
        this.clusters = reached.stream()
                .map(cluster -> new NamesLook(cluster, period, failures, clock))
                .toList();
        if (clusters.isEmpty()) {
            this.found = new Found(new Read(ClusterNames.NONE, Instant.MAX), RuledNames.NONE);
            this.looks = RepeatedLook.atNothing();
        } else {
            this.looks = RepeatedLook.begin(context, period.compareTo(TICK) < 0 ? period : TICK, this::look);
        }
    }

    private void look() {
        boolean looked = false;
        for (NamesLook cluster : clusters) {
            looked |= cluster.lookIfDue();
        }
        if (looked) {
            found = ofAll();
        }
    }

    private @Nullable Found ofAll() {
        Read all = null;
        for (NamesLook cluster : clusters) {
            Read one = cluster.last();
            if (one == null) {
                return null;
            }
            all = all == null ? one : all.with(one);
        }
        return all == null ? null : new Found(all, RuledNames.of(all.names(), rules));
    }

    /** What a request should wait for before it is judged; null once there is nothing to wait for. */
    @Nullable CompletableFuture<Void> pending() {
        return looks.pending();
    }

    /** Looks again soon: what a client asked for may have come since the last look. */
    void miss() {
        clusters.forEach(NamesLook::miss);
    }

    /** The names; null if a cluster was not read yet, or could not be read again for too long. */
    @Nullable RuledNames names() {
        Found last = found;
        return last != null && last.read.holdsAt(clock.instant()) ? last.names : null;
    }
}
