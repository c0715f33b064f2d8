package io.sluice.filters.tenant;

import io.sluice.api.Key;
import io.sluice.filters.tenant.names.IndexPattern;
import io.sluice.filters.tenant.names.NameTemplate;
import io.sluice.filters.tenant.names.TenantName;
import java.util.List;

/** How the documents of some of the tenants' indices lie in the cluster. */
public sealed interface LayoutConfig {

    /** Which of the tenants' indices. */
    List<String> indices();

    /** The cluster's name of an index. */
    String template();

    /**
     * Checks what a record alone cannot.
     *
     * @throws IllegalArgumentException if tenants could meet
     */
    void check(TenantName names);

    /** An index for each index of each tenant. */
    record IndexPerTenant(
            @Key("the tenants' names of indices, each a name or its beginning and *")
            List<String> indices,

            @Key(value = "the cluster's name of an index, with {tenant} and {index}", def = "'{tenant}.{index}'")
            String template)
            implements LayoutConfig {
        public IndexPerTenant {
            indices = checked(indices);
        }

        @Override
        public void check(TenantName names) {
            NameTemplate.parse(template, names);
        }
    }

    private static List<String> checked(List<String> indices) {
        if (indices.isEmpty()) {
            throw new IllegalArgumentException("a layout without indices is for nothing; \"*\" is for all of them");
        }
        indices.forEach(IndexPattern::parse);
        return List.copyOf(indices);
    }
}
