package io.sluice.filters.tenant;

import io.sluice.filters.tenant.names.IndexPattern;
import io.sluice.filters.tenant.names.NameTemplate;
import io.sluice.filters.tenant.names.TenantIndex;
import io.sluice.filters.tenant.names.TenantName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks that layouts never give two indices one name in a cluster. Stateless. */
final class LayoutChecks {

    private LayoutChecks() {}

    /**
     * Checks the layouts of one place.
     *
     * @throws IllegalArgumentException if two tenants, or two layouts, could get one name
     */
    static void check(List<LayoutConfig> layouts, TenantName names) {
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

    /**
     * Checks places whose layouts each are right. Places of one cluster must have nothing in common: a tenant moves from one to the
     * other by copies of documents.
     *
     * @param places layouts by the name of the place, all of one cluster
     * @throws IllegalArgumentException if two places could use one index
     */
    static void checkTogether(Map<String, List<LayoutConfig>> places, TenantName names) {
        List<Map.Entry<String, List<LayoutConfig>>> checked = new ArrayList<>();
        for (Map.Entry<String, List<LayoutConfig>> place : places.entrySet()) {
            for (Map.Entry<String, List<LayoutConfig>> other : checked) {
                try {
                    checkApart(other.getValue(), place.getValue(), names);
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(
                            "the places " + other.getKey() + " and " + place.getKey() + " are in one cluster: "
                                    + e.getMessage(),
                            e);
                }
            }
            checked.add(place);
        }
    }

    private static void checkApart(List<LayoutConfig> some, List<LayoutConfig> others, TenantName names) {
        for (LayoutConfig one : some) {
            for (LayoutConfig other : others) {
                boolean sharing = one instanceof LayoutConfig.Shared a
                        && other instanceof LayoutConfig.Shared b
                        && overlap(a.indices(), b.indices());
                boolean alike = one.getClass().equals(other.getClass()) && !(one instanceof LayoutConfig.Shared);
                if (sharing || alike) {
                    throw new IllegalArgumentException(
                            "both have a layout of one kind, which could use the same indices");
                }
            }
        }
        List<LayoutConfig> all = new ArrayList<>(some);
        all.addAll(others);
        check(all, names);
    }

    /**
     * Checks that an index of the gateway's own is none of tenants.
     *
     * @throws IllegalArgumentException if a layout could use it
     */
    static void checkApart(String own, List<LayoutConfig> layouts, TenantName names) {
        IndexPattern pattern = IndexPattern.parse(own);
        for (LayoutConfig layout : layouts) {
            boolean used = switch (layout) {
                case LayoutConfig.IndexPerTenant each ->
                    NameTemplate.parse(each.template(), names).mayMake(pattern);
                case LayoutConfig.Shared shared -> overlap(shared.indices(), List.of(own));
                case LayoutConfig.Nested nested ->
                    TenantIndex.parse(nested.template(), names).mayBe(pattern);
            };
            if (used) {
                throw new IllegalArgumentException("the index of the table of places could be one of tenants: " + own);
            }
        }
    }

    private static boolean overlap(List<String> some, List<String> others) {
        return some.stream()
                .map(IndexPattern::parse)
                .anyMatch(one -> others.stream().map(IndexPattern::parse).anyMatch(one::overlaps));
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

    private static void checkApart(LayoutConfig.Shared shared, NameTemplate template) {
        for (String index : shared.indices()) {
            if (template.mayMake(IndexPattern.parse(index))) {
                throw new IllegalArgumentException("the shared index " + index + " could be what the template "
                        + template + " makes of a tenant's own");
            }
        }
    }
}
