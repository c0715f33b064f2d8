package io.sluice.filters.authorize;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.filters.authorize.NamesLook.Read;
import io.sluice.filters.watch.RepeatedLook;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the names of the clusters that a flow reaches: looks when it is made, and then at the interval of cluster discovery, or sooner after a
 * look that failed and where a name was missed. Any thread may read what was found; one thread looks.
 */
final class NamesWatch {

    /** How often it is asked whether a look is due. */
    private static final Duration TICK = Duration.ofSeconds(1);
    /** For so long a look counts as fresh, and no other is made for the sake of a request. */
    private static final Duration FRESH = Duration.ofSeconds(1);
    /** How long a request waits for a fresh look at most, if the clusters are slow. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private final List<NamesLook> clusters;
    private final List<Judge.Numbered> rules;
    private final InstantSource clock;
    private final RepeatedLook looks;
    private final Executor threads;
    private final Duration wait;
    /** The look that requests wait for; null if none is asked for. */
    private final AtomicReference<@Nullable CompletableFuture<Void>> asked = new AtomicReference<>();
    /** Until when the last look at all clusters is fresh. */
    private volatile Instant freshUntil = Instant.MIN;
    /** What was read of all clusters; null if one of them was not read whose names are needed. */
    private volatile @Nullable Found found;

    private record Found(List<Read> reads, RuledNames names) {

        boolean holdsAt(Instant now) {
            for (Read read : reads) {
                if (!read.holdsAt(now)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** @param rules all that requests are judged by */
    NamesWatch(FilterContext context, List<Judge.Numbered> rules) {
        this.rules = rules;
        this.clock = context.steadyClock();
        this.threads = context.blockingExecutor();
        Duration half = context.filterTimeout().dividedBy(2);
        this.wait = half.compareTo(LONGEST_WAIT) < 0 ? half : LONGEST_WAIT;
        FilterMeters.Counter failures = context.meters()
                .counter("authorize_names_failures", "Failed attempts to read the names of a cluster's indices");
        List<ClusterReader> reached = context.reached();
        Duration period = reached.stream()
                .map(ClusterReader::every)
                .min(Comparator.naturalOrder())
                .orElse(TICK);
        this.clusters = reached.stream()
                .map(cluster -> new NamesLook(
                        new NamesReader(cluster, rules, clock),
                        !cluster.cluster().equals(context.standby()),
                        period,
                        failures,
                        clock))
                .toList();
        if (clusters.isEmpty()) {
            this.found = new Found(List.of(), RuledNames.NONE);
            this.freshUntil = Instant.MAX;
            this.looks = RepeatedLook.atNothing();
        } else {
            this.looks = RepeatedLook.begin(context, period.compareTo(TICK) < 0 ? period : TICK, this::look);
        }
    }

    private synchronized void look() {
        int looked = 0;
        for (NamesLook cluster : clusters) {
            looked += cluster.lookIfDue() ? 1 : 0;
        }
        if (looked > 0) {
            found = ofAll();
        }
        if (looked == clusters.size()) {
            freshUntil = clock.instant().plus(FRESH);
        }
    }

    private synchronized void lookAgain() {
        clusters.forEach(NamesLook::lookAgain);
        found = ofAll();
        freshUntil = clock.instant().plus(FRESH);
    }

    private @Nullable Found ofAll() {
        List<Read> reads = new ArrayList<>();
        for (NamesLook cluster : clusters) {
            Read one = cluster.last();
            if (one != null) {
                reads.add(one);
            } else if (cluster.isNeeded()) {
                return null;
            }
        }
        ClusterNames all =
                reads.stream().map(Read::names).reduce(ClusterNames::with).orElse(ClusterNames.NONE);
        return new Found(reads, RuledNames.of(all, rules));
    }

    /** What a request should wait for before it is judged; null once there is nothing to wait for. */
    @Nullable CompletableFuture<Void> pending() {
        return looks.pending();
    }

    /**
     * What a request should wait for that must name nothing which is gone; null if the last look is fresh. All that wait share one look, and
     * where it fails, or takes too long, what was found before counts.
     */
    @Nullable CompletableFuture<Void> fresh() {
        if (clock.instant().isBefore(freshUntil)) {
            return null;
        }
        CompletableFuture<Void> before = asked.get();
        if (before != null) {
            return before;
        }
        CompletableFuture<Void> mine =
                new CompletableFuture<Void>().completeOnTimeout(null, wait.toMillis(), TimeUnit.MILLISECONDS);
        return asked.compareAndSet(null, mine) ? begun(mine) : fresh();
    }

    private CompletableFuture<Void> begun(CompletableFuture<Void> waiting) {
        boolean begun = false;
        try {
            threads.execute(() -> lookFor(waiting));
            begun = true;
        } catch (RejectedExecutionException e) {
            // What is known counts.
        } finally {
            if (!begun) {
                end(waiting);
            }
        }
        return waiting;
    }

    private void lookFor(CompletableFuture<Void> waiting) {
        try {
            lookAgain();
        } finally {
            end(waiting);
        }
    }

    private void end(CompletableFuture<Void> waiting) {
        asked.set(null);
        waiting.complete(null);
    }

    /** Looks again soon: what a client asked for may have come since the last look. */
    void miss() {
        clusters.forEach(NamesLook::miss);
    }

    /**
     * The names; null if a cluster was not read yet, or could not be read again for too long although it is available. The flow's standby
     * does not count: filters decide by the first cluster.
     */
    @Nullable RuledNames names() {
        Found last = found;
        return last != null && last.holdsAt(clock.instant()) ? last.names : null;
    }
}
