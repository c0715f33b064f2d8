package io.sluice.filters.tenant;

import io.sluice.filters.tenant.member.BaseFrames;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.member.TenantMark;
import io.sluice.filters.tenant.names.BaseNames;
import io.sluice.filters.tenant.names.DocumentIds;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.names.IndexPattern;
import io.sluice.filters.tenant.names.IndexSelection;
import io.sluice.filters.tenant.names.SelectedNames;
import io.sluice.filters.tenant.names.TenantIndex;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members of a nested layout, where all indices of a tenant share one physical index: one member per index. */
final class NestedMembers implements Members {

    /** Maximum length in characters of a multi-index expression whose member is cached. */
    private static final int MAX_KEPT = 64;

    private final LayoutConfig.Nested config;
    private final TenantIndex template;
    private final List<IndexPattern> patterns;
    private final String sealed;
    private final Kept kept = new Kept();

    /** @param sealed what handles are sealed for beside the tenant */
    NestedMembers(LayoutConfig.Nested config, TenantIndex template, List<IndexPattern> patterns, String sealed) {
        this.config = config;
        this.sealed = sealed;
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

    /** The member for an expression that may match several indices; null if they cannot be determined. */
    private @Nullable Member several(String tenant, @Nullable String expression) {
        IndexSelection selection = IndexSelection.of(expression, patterns);
        String only = selection == null ? null : selection.only();
        if (selection == null || only != null) {
            return only == null ? null : written(of(tenant, only), tenant, String.valueOf(selection));
        }
        boolean keeps = selection.toString().length() <= MAX_KEPT;
        return keeps ? kept.get(tenant + '/' + selection, () -> make(tenant, selection)) : make(tenant, selection);
    }

    private Member written(Member one, String tenant, String expression) {
        Member.Base base = one.base();
        return base == null || base.name().equals(expression)
                ? one
                : one.withNames(new BaseNames(template.of(tenant), base.name(), expression), base.all());
    }

    private Member make(String tenant, IndexSelection several) {
        String field = config.baseField();
        FieldNames fields = FieldNames.ofSeveral(field);
        String name = several.toString();
        return new Member(
                tenant,
                tenant + sealed,
                new SelectedNames(template.of(tenant), several),
                DocumentIds.of(name),
                TenantMark.ofSeveral(field, several.filter(field)),
                fields,
                new Member.Base(name, new BaseFrames(name, field, fields.key()), new InTenant(this, tenant), several));
    }

    private Member make(String tenant, String index) {
        String field = config.baseField();
        FieldNames fields = FieldNames.under(index, field);
        return new Member(
                tenant,
                tenant + sealed,
                new BaseNames(template.of(tenant), index),
                DocumentIds.of(index),
                TenantMark.of(field, index, false),
                fields,
                new Member.Base(index, new BaseFrames(index, field, fields.key()), new InTenant(this, tenant), null));
    }

    /** The indices of one tenant. */
    private record InTenant(NestedMembers members, String tenant) implements Member.Indices {
        @Override
        public Member member(@Nullable String expression) {
            return members.of(tenant, expression);
        }

        @Override
        public Member own(String name) {
            Member member = members.of(tenant, name);
            Member several = member.lacksIndex() && !name.isEmpty() ? members.several(tenant, name) : null;
            return several == null ? member : several;
        }

        @Override
        public @Nullable Member several(@Nullable String expression) {
            return members.several(tenant, expression);
        }
    }
}
