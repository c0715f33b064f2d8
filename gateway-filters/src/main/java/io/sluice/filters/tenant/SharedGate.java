package io.sluice.filters.tenant;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.filters.tenant.mapping.MappingWatch;
import io.sluice.filters.tenant.mapping.NestedIndices;
import io.sluice.filters.tenant.mapping.NestedWatch;
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
 * Keeps tenants out of shared layouts whose mappings are not known to separate tenants, and out of nested layouts where the tenant's index
 * is not known to separate its indices. Checks the mappings of shared indices when the filter is made, every second until all
 * were read once, and then at the interval of cluster discovery; those of a tenant's own index when the tenant comes. Thread-safe.
 */
final class SharedGate {

    private static final Duration TICK = Duration.ofSeconds(1);

    private final Map<Layout, MappingWatch> watches = new HashMap<>();
    private final Map<Layout, NestedWatch> nested = new HashMap<>();
    private final RepeatedLook looks;
    private final FilterContext context;

    /** @param layouts all layouts of the filter, with the clusters in which their indices lie */
    SharedGate(Map<Layout, List<ClusterReader>> layouts, FilterContext context) {
        this.context = context;
        FilterMeters meters = context.meters();
        List<ClusterReader> clusters = context.reached();
        FilterMeters.Counter failures =
                meters.counter("tenant_mapping_failures", "Failed checks of the mappings of shared and nested indices");
        layouts.forEach((layout, within) -> {
            SharedIndices indices = layout.shared();
            if (indices != null) {
                watches.put(layout, new MappingWatch(indices, within, failures));
            }
            NestedIndices own = layout.nested();
            if (own != null) {
                nested.put(layout, new NestedWatch(own, within, context, failures));
            }
        });
        if (!clusters.isEmpty() && !(watches.isEmpty() && nested.isEmpty())) {
            meters.gauge(
                    "tenant_unfit_indices",
                    "Shared and nested indices whose mapping does not keep apart what it must",
                    this::unfit);
        }
        if (watches.isEmpty() || clusters.isEmpty()) {
            this.looks = RepeatedLook.atNothing();
        } else {
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
        watches.values().forEach(watch -> watch.lookIfDue(context.clock().instant()));
    }

    private long unfit() {
        return watches.values().stream().mapToLong(MappingWatch::unfit).sum()
                + nested.values().stream().mapToLong(NestedWatch::unfit).sum();
    }

    private long closed() {
        return watches.values().stream().filter(watch -> watch.closed() != null).count();
    }

    /** What a request must wait for before it can be judged; null once there is nothing to wait for. */
    @Nullable CompletableFuture<Void> pending() {
        return looks.pending();
    }

    /** What a call must wait for before it can be judged in one of these layouts; null if there is nothing to wait for. */
    @Nullable CompletableFuture<Void> pending(List<Layout> layouts, Call call) {
        for (Layout layout : layouts) {
            NestedWatch watch = nested.get(layout);
            if (watch != null && !call.caller().isNobody()) {
                return watch.pending(call.caller().tenant(), mayMakeIndex(call));
            }
        }
        return null;
    }

    /** Why the tenant of a call is kept out of a layout, as a message for clients; null if it is not. */
    @Nullable String closed(Layout layout, Call call) {
        NestedWatch own = nested.get(layout);
        return own == null || call.caller().isNobody()
                ? closed(layout)
                : own.closed(call.caller().tenant(), mayMakeIndex(call));
    }

    private static boolean mayMakeIndex(Call call) {
        return call.endpoint().answer().tellsOfChanges();
    }

    private @Nullable String closed(Layout layout) {
        MappingWatch watch = watches.get(layout);
        return watch == null ? null : watch.closed();
    }

    /**
     * Why a tenant is kept out of a layout by what is there now, as a message for clients; null if it is not. Looks at the tenant's index in
     * a nested layout. Blocks.
     */
    @Nullable String closedNow(Layout layout, String tenant) {
        NestedWatch own = nested.get(layout);
        return own == null ? closed(layout) : own.closedNow(tenant);
    }

    /** Has the next request of a tenant wait for a look at its index in a nested layout, which was made meanwhile. */
    void forget(Layout layout, String tenant) {
        NestedWatch own = nested.get(layout);
        if (own != null) {
            own.forget(tenant);
        }
    }
}
