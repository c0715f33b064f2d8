package io.sluice.filters.tenant;

import io.sluice.api.Key;
import io.sluice.filters.handle.HandleConfig;
import io.sluice.filters.tenant.identity.ClientNames;
import io.sluice.filters.tenant.identity.TenantSource;
import io.sluice.filters.tenant.names.IndexPattern;
import io.sluice.filters.tenant.names.NameTemplate;
import io.sluice.filters.tenant.names.TenantIndex;
import io.sluice.filters.tenant.names.TenantName;
import java.util.List;
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
        MetricsConfig metrics) {

    public TenantConfig {
        from = List.copyOf(from);
        layouts = List.copyOf(layouts);
        if (from.isEmpty()) {
            throw new IllegalArgumentException("from must not be empty: no request would have a tenant");
        }
        if (layouts.isEmpty()) {
            throw new IllegalArgumentException("layouts must not be empty: tenants would have no indices");
        }
        TenantName names = new TenantName(hyphens);
        checkIndexSource(from, names);
        for (LayoutConfig layout : layouts) {
            layout.check(names);
        }
        // Two templates could make the same name: acme.{a.b} equals {acme.a}.b.
        List<String> templates = layouts.stream()
                .filter(LayoutConfig.IndexPerTenant.class::isInstance)
                .map(layout -> ((LayoutConfig.IndexPerTenant) layout).template())
                .distinct()
                .toList();
        if (templates.size() > 1) {
            throw new IllegalArgumentException("layouts with different templates could give two indices one name");
        }
        NameTemplate template = templates.isEmpty() ? null : NameTemplate.parse(templates.getFirst(), names);
        for (LayoutConfig layout : layouts) {
            if (layout instanceof LayoutConfig.Shared shared && template != null) {
                checkApart(shared, template);
            }
            if (layout instanceof LayoutConfig.Nested nested) {
                checkApart(TenantIndex.parse(nested.template(), names), template, layouts);
            }
        }
    }

    private static void checkApart(TenantIndex index, @Nullable NameTemplate template, List<LayoutConfig> layouts) {
        if (template != null && !index.isApartFrom(template)) {
            throw new IllegalArgumentException(
                    "the templates " + index + " and " + template + " could give two indices one name");
        }
        if (layouts.stream().filter(LayoutConfig.Nested.class::isInstance).count() > 1) {
            throw new IllegalArgumentException(
                    "only one nested layout is allowed, because each tenant has one index in it");
        }
        for (LayoutConfig other : layouts) {
            if (other instanceof LayoutConfig.Shared shared) {
                for (String name : shared.indices()) {
                    if (index.mayBe(IndexPattern.parse(name))) {
                        throw new IllegalArgumentException("the shared index " + name + " could be what the template "
                                + index + " makes of a tenant");
                    }
                }
            }
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

    private static void checkApart(LayoutConfig.Shared shared, NameTemplate template) {
        for (String index : shared.indices()) {
            if (template.mayMake(IndexPattern.parse(index))) {
                throw new IllegalArgumentException("the shared index " + index + " could be what the template "
                        + template + " makes of a tenant's own");
            }
        }
    }
}
