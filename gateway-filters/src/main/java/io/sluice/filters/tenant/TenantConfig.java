package io.sluice.filters.tenant;

import io.sluice.api.Key;
import io.sluice.filters.tenant.handle.HandleConfig;
import io.sluice.filters.tenant.identity.TenantSource;
import io.sluice.filters.tenant.names.TenantName;
import java.util.List;

/** The keys of the filter {@code tenant}. */
public record TenantConfig(
        @Key("where the name of a request's tenant stands; tried in order")
        List<TenantSource> from,

        @Key("how tenants' documents lie in the cluster; the first layout that has an index counts")
        List<LayoutConfig> layouts,

        @Key(value = "whether tenants' names may have hyphens beside a-z, 0-9 and _", def = "false")
        boolean hyphens,

        @Key(value = "whether a path names the tenant also for clients that are not on this machine", def = "false")
        boolean clientsAreTrusted,

        @Key(value = "how scroll and point-in-time ids are sealed", def = "{}")
        HandleConfig handles,

        @Key(value = "what is counted by tenant", def = "{}")
        MetricsConfig metrics) {

    public TenantConfig {
        from = List.copyOf(from);
        layouts = List.copyOf(layouts);
        if (from.isEmpty()) {
            throw new IllegalArgumentException("without from every request would be nobody's");
        }
        if (layouts.isEmpty()) {
            throw new IllegalArgumentException("without layouts there is no index for anybody");
        }
        TenantName names = new TenantName(hyphens);
        for (LayoutConfig layout : layouts) {
            layout.check(names);
        }
        // Names of two templates could be one: acme.{a.b} is {acme.a}.b.
        if (layouts.stream().map(LayoutConfig::template).distinct().count() > 1) {
            throw new IllegalArgumentException("layouts with different templates could give two indices one name");
        }
    }
}
