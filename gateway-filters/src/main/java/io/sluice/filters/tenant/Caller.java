package io.sluice.filters.tenant;

import io.sluice.filters.tenant.identity.ClientIndexNames;
import io.sluice.filters.tenant.identity.ClientNames;
import io.sluice.filters.tenant.names.AffixedNames;
import io.sluice.filters.tenant.query.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose a request is, and what its client calls the tenant's indices.
 *
 * @param tenant the tenant's name; empty for nobody
 * @param names in which the client writes it; null where names of indices are the tenant's own
 */
record Caller(String tenant, ClientNames.@Nullable Of names) {

    /** A caller whose tenant is not known yet; for what is the same for all tenants. */
    static final Caller NOBODY = new Caller("", null);

    private static final Member NO_MEMBER = Member.inOwnIndices("", "", new AffixedNames("", "", List.of()));

    static Caller of(String tenant) {
        return new Caller(tenant, null);
    }

    /**
     * What a layout is to the caller.
     *
     * @param expression the indices that the client names, which count where a request can be for one at a time only
     */
    Member in(Layout layout, @Nullable String expression) {
        if (isNobody()) {
            return NO_MEMBER;
        }
        return names == null
                ? layout.member(tenant, expression)
                : renamed(layout, layout.member(tenant, indices(expression)), names);
    }

    /** Whether no tenant is known. */
    boolean isNobody() {
        return tenant.isEmpty();
    }

    private Member renamed(Layout layout, Member member, ClientNames.Of clients) {
        Member.Indices indices = new Member.Indices() {
            @Override
            public Member member(@Nullable String expression) {
                return in(layout, expression);
            }

            @Override
            public Member own(String name) {
                return renamed(layout, layout.member(tenant, name), clients);
            }

            // What clients call an index is not what its documents say.
            @Override
            public @Nullable Member several(@Nullable String expression) {
                return null;
            }
        };
        return member.withNames(new ClientIndexNames(member.names(), clients), indices);
    }

    /** The tenant's own names for an expression of the client's; null if there are none, or if there is none. */
    @Nullable String indices(@Nullable String expression) {
        return names == null || expression == null ? expression : names.indices(expression);
    }
}
