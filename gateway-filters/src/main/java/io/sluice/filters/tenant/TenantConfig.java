package io.sluice.filters.tenant;

import io.sluice.api.Key;
import io.sluice.filters.handle.HandleConfig;
import io.sluice.filters.tenant.identity.ClientNames;
import io.sluice.filters.tenant.identity.TenantSource;
import io.sluice.filters.tenant.names.TenantName;
import io.sluice.filters.tenant.placement.PlacementConfig;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The keys of the filter {@code tenant}. */
public record TenantConfig(
        @Key("where to find the tenant's name in a request; tried in order")
        List<TenantSource> from,

        @Key("how the cluster stores tenants' documents; the first layout that has an index applies")
        List<LayoutConfig> layouts,

        @Key(value = "whether tenants' names may have hyphens beside a-z, 0-9 and _", def = "false")
        boolean hyphens,

        @Key(
                value =
                        "whether clients on other machines may name the tenant by what they choose freely: a path, a host or an index name",
                def = "false")
        boolean clientsAreTrusted,

        @Key(value = "how scroll and point-in-time ids are sealed", def = "{}")
        HandleConfig handles,

        @Key(value = "what is counted by tenant", def = "{}")
        MetricsConfig metrics,

        @Key(
                value = "other places of tenants, by name; layouts is the place of all tenants who are in no table",
                def = "{}")
        Map<String, PlaceConfig> places,

        @Key("the table that says which tenants are in which place") @Nullable PlacementConfig placement) {

    /** The name of the place of all tenants who are in no table. */
    static final String HOME = "default";

    private static final Pattern PLACE = Pattern.compile("[a-z][a-z0-9_-]{0,62}");

    public TenantConfig {
        from = List.copyOf(from);
        layouts = List.copyOf(layouts);
        places = Map.copyOf(places);
        if (from.isEmpty()) {
            throw new IllegalArgumentException("from must not be empty: no request would have a tenant");
        }
        if (layouts.isEmpty()) {
            throw new IllegalArgumentException("layouts must not be empty: tenants would have no indices");
        }
        TenantName names = new TenantName(hyphens);
        checkIndexSource(from, names);
        LayoutChecks.check(layouts, names);
        places.forEach((name, place) -> {
            if (!PLACE.matcher(name).matches() || name.equals(HOME)) {
                throw new IllegalArgumentException(
                        "the name of a place has a-z, 0-9, _ and -, begins with a letter, has"
                                + " at most 63 characters, and is not " + HOME + ": " + name);
            }
            LayoutChecks.check(place.layouts(), names);
        });
        if (places.isEmpty() != (placement == null)) {
            throw new IllegalArgumentException(
                    "places and placement belong together: one names the places, the other says who is where");
        }
    }

    // The index source may have to wait for the body; the others need only the head.
    private static void checkIndexSource(List<TenantSource> from, TenantName names) {
        for (int i = 0; i < from.size(); i++) {
            if (from.get(i) instanceof TenantSource.Index index) {
                ClientNames.parse(index.pattern(), names);
                if (i < from.size() - 1) {
                    throw new IllegalArgumentException("index must be the last source, and may be given only once");
                }
            }
        }
    }
}
