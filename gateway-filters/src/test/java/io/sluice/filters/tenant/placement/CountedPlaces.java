package io.sluice.filters.tenant.placement;

import io.sluice.api.ClusterName;
import io.sluice.filters.tenant.move.Carrier;
import io.sluice.filters.tenant.move.FoundFields;
import io.sluice.filters.tenant.move.NotedMarks;
import io.sluice.testkit.TestContext;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** Makes gateways that carry tenants between counted places. */
final class CountedPlaces {

    private CountedPlaces() {}

    /** @param identity what the gateway says of its places */
    static PlacementIndex gateway(PlacesIndex index, String id, String identity, Map<String, CountedPlace> places) {
        return gateway(index, id, identity, places, new TestContext());
    }

    /** @param context has the gateway's meters afterwards */
    static PlacementIndex gateway(
            PlacesIndex index, String id, String identity, Map<String, CountedPlace> places, TestContext context) {
        return new PlacementIndex(
                id,
                new PlacementConfig.Index(
                        new ClusterName("primary"),
                        "places",
                        true,
                        Duration.ofMillis(100),
                        Duration.ofSeconds(5),
                        Duration.ofMillis(800)),
                index.cluster(),
                new PlacementIndex.Places(
                        places.keySet(),
                        "default",
                        identity,
                        (table, tenant, placement, allowed) -> new Carrier(
                                places.get(placement.place()),
                                places.get(Objects.requireNonNull(placement.relocation())
                                        .otherThan(placement.place())),
                                allowed,
                                new NotedMarks(),
                                new FoundFields())),
                context);
    }
}
