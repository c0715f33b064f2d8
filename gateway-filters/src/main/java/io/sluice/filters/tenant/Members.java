package io.sluice.filters.tenant;

import io.sluice.filters.tenant.query.Member;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a layout is to tenants. Thread-safe. */
interface Members {

    /**
     * What it is to one.
     *
     * @param indices the indices that a request names, which count where it can be for one at a time only
     */
    Member of(String tenant, @Nullable String indices);

    /** Members that depend on the tenant alone. */
    static Members byTenant(Function<String, Member> make) {
        Kept kept = new Kept();
        return (tenant, indices) -> kept.get(tenant, () -> make.apply(tenant));
    }

    /** Members that were made before. */
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
