package io.sluice.filters.tenant;

import io.sluice.filters.tenant.identity.ClientIndexNames;
import io.sluice.filters.tenant.identity.ClientNames;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.names.AffixedNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request's tenant, and the client's names for that tenant's indices.
 *
 * @param tenant the tenant's name; empty if unknown
 * @param names the client's index names, which contain the tenant's name; null if clients use the tenant's own index
 *     names
 */
record Caller(String tenant, ClientNames.@Nullable Of names) {

    /** A caller whose tenant is unknown; for requests that are the same for all tenants. */
    static final Caller NOBODY = new Caller("", null);

    private static final Member NO_MEMBER = Member.inOwnIndices("", "", new AffixedNames("", "", List.of()));

    static Caller of(String tenant) {
        return new Caller(tenant, null);
    }

    /**
     * The caller's member in a layout.
     *
     * @param expression the indices that the client names; only used in layouts where a member depends on the index
     */
    Member in(Layout layout, @Nullable String expression) {
        if (isNobody()) {
            return NO_MEMBER;
        }
        return names == null
                ? layout.member(tenant, expression)
                : renamed(layout, layout.member(tenant, indices(expression)), names);
    }

    /** Whether the tenant is unknown. */
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

            // Documents carry the tenant's index names, not the client's.
            @Override
            public @Nullable Member several(@Nullable String expression) {
                return null;
            }
        };
        return member.withClientNames(new ClientIndexNames(member.names(), clients), indices);
    }

    /**
     * The tenant's own index names for a client's expression; null if the expression is null or cannot be translated.
     */
    @Nullable String indices(@Nullable String expression) {
        return names == null || expression == null ? expression : names.indices(expression);
    }
}
