package io.sluice.filters.tenant;

import io.sluice.filters.tenant.member.Member;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

    /**
     * The members used last. Once {@link #MAX} have been used since the last turn, those not used since the turn before are dropped, so
     * no tenant can fill the cache with names that it uses once. Thread-safe, without a lock over all.
     */
    final class Kept {

        /** Twice as many are kept, of some 8 KB each. */
        static final int MAX = 2_000;

        private volatile Generations generations = new Generations(Map.of());

        /** Members by key. */
        private static final class Generations {
            /** Those used since the last turn. */
            private final Map<String, Member> used = new ConcurrentHashMap<>();
            /** Those used between the turn before and the last one. */
            private final Map<String, Member> before;

            private Generations(Map<String, Member> before) {
                this.before = before;
            }
        }

        /** Makes a member. */
        interface Maker {
            Member make();
        }

        Member get(String key, Maker maker) {
            Generations now = generations;
            Member member = now.used.get(key);
            if (member != null) {
                return member;
            }
            Member earlier = now.before.get(key);
            member = earlier == null ? maker.make() : earlier;
            now.used.put(key, member);
            // Two threads that turn at once drop a few members too many, which are made anew.
            if (now.used.size() >= MAX && generations == now) {
                generations = new Generations(now.used);
            }
            return member;
        }
    }
}
