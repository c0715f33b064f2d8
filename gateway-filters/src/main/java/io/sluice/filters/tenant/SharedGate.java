package io.sluice.filters.tenant;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.filters.tenant.mapping.MappingWatch;
import io.sluice.filters.tenant.mapping.SharedIndices;
import io.sluice.filters.watch.RepeatedLook;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Keeps tenants out of shared layouts whose mappings are not known to separate tenants. Checks the mappings when the
 * filter is made, every second until all were read once, and then at the interval of cluster discovery. Thread-safe.
 */
final class SharedGate {

    private static final Duration TICK = Duration.ofSeconds(1);

    private final Map<Layout, MappingWatch> watches = new HashMap<>();
    private final RepeatedLook looks;
    private final FilterContext context;

    /** @param layouts all layouts of the filter, with the clusters in which their indices lie */
    SharedGate(Map<Layout, List<ClusterReader>> layouts, FilterContext context) {
        this.context = context;
        FilterMeters meters = context.meters();
        List<ClusterReader> clusters = context.reached();
        FilterMeters.Counter failures =
                meters.counter("tenant_mapping_failures", "Failed checks of the mappings of shared indices");
        layouts.forEach((layout, within) -> {
            SharedIndices indices = layout.shared();
            if (indices != null) {
                watches.put(layout, new MappingWatch(indices, within, failures));
            }
        });
        if (watches.isEmpty() || clusters.isEmpty()) {
            this.looks = RepeatedLook.atNothing();
        } else {
            meters.gauge(
                    "tenant_unfit_indices", "Shared indices whose mapping does not keep tenants apart", this::unfit);
            meters.gauge("tenant_closed_layouts", "Shared layouts that tenants are kept out of", this::closed);
            this.looks = RepeatedLook.begin(context, period(clusters), this::look);
        }
    }

    private static Duration period(List<ClusterReader> clusters) {
        Duration shortest = clusters.stream()
                .map(ClusterReader::every)
                .min(Comparator.naturalOrder())
                .orElse(TICK);
        return shortest.compareTo(TICK) < 0 ? shortest : TICK;
    }

    private void look() {
        watches.values().forEach(watch -> watch.lookIfDue(context.steadyClock().instant()));
    }

    private long unfit() {
        return watches.values().stream().mapToInt(MappingWatch::unfit).sum();
    }

    private long closed() {
        return watches.values().stream().filter(watch -> watch.closed() != null).count();
    }

    /** What a request must wait for before it can be judged; null once there is nothing to wait for. */
    @Nullable CompletableFuture<Void> pending() {
        return looks.pending();
    }

    /** Why tenants are kept out of a layout, as a message for clients; null if they are not. */
    @Nullable String closed(Layout layout) {
        MappingWatch watch = watches.get(layout);
        return watch == null ? null : watch.closed();
    }
}
