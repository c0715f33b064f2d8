package io.sluice.filters.tenant;

import io.sluice.filters.tenant.member.Member;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tenants' members in one layout. Thread-safe. */
interface Members {

    /**
     * The member of one tenant.
     *
     * @param indices the indices that a request names; only used if a member depends on the index
     */
    Member of(String tenant, @Nullable String indices);

    /** Members that depend on the tenant alone. */
    static Members byTenant(Function<String, Member> make) {
        Kept kept = new Kept();
        return (tenant, indices) -> kept.get(tenant, () -> make.apply(tenant));
    }

    /** Bounded cache of members. */
    final class Kept {

        private static final int MAX = 10_000;

        private final ConcurrentMap<String, Member> members = new ConcurrentHashMap<>();

        /** Makes a member. */
        interface Maker {
            Member make();
        }

        Member get(String key, Maker maker) {
            Member member = members.get(key);
            if (member == null) {
                member = maker.make();
                if (members.size() < MAX) {
                    members.put(key, member);
                }
            }
            return member;
        }
    }
}
