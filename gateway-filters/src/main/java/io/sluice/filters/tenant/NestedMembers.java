package io.sluice.filters.tenant;

import io.sluice.filters.tenant.names.BaseNames;
import io.sluice.filters.tenant.names.DocumentIds;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.names.IndexPattern;
import io.sluice.filters.tenant.names.TenantIndex;
import io.sluice.filters.tenant.query.BaseFrames;
import io.sluice.filters.tenant.query.Member;
import io.sluice.filters.tenant.query.TenantMark;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members of a layout in which each tenant has one index, in which all of the tenant's indices lie: one for each of those. */
final class NestedMembers implements Members {

    private final LayoutConfig.Nested config;
    private final TenantIndex template;
    private final List<IndexPattern> patterns;
    private final Kept kept = new Kept();

    NestedMembers(LayoutConfig.Nested config, TenantIndex template, List<IndexPattern> patterns) {
        this.config = config;
        this.template = template;
        this.patterns = patterns;
    }

    @Override
    public Member of(String tenant, @Nullable String indices) {
        String index = BaseNames.only(indices, patterns);
        return index == null
                ? kept.get(tenant, () -> make(tenant, ""))
                : kept.get(tenant + '/' + index, () -> make(tenant, index));
    }

    private Member make(String tenant, String index) {
        String field = config.baseField();
        FieldNames fields = FieldNames.under(index, field);
        return new Member(
                tenant,
                tenant + "/" + config,
                new BaseNames(template.of(tenant), index),
                DocumentIds.of(index),
                TenantMark.of(field, index, false),
                fields,
                new Member.Base(index, new BaseFrames(index, field, fields.key()), new InTenant(this, tenant)));
    }

    /** The indices of one tenant. */
    private record InTenant(NestedMembers members, String tenant) implements Member.Indices {
        @Override
        public Member member(@Nullable String expression) {
            return members.of(tenant, expression);
        }

        @Override
        public Member own(String name) {
            return members.of(tenant, name);
        }
    }
}
