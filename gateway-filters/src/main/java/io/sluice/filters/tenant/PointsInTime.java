package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.RequestHead;
import io.sluice.filters.search.HeldSearches;
import io.sluice.filters.tenant.member.Member;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The searches of an {@code _msearch} that read a point in time. Such a search must not name an index, and any other
 * must, but the header precedes the search that decides this. So they can be found only in a held body. Immutable.
 */
final class PointsInTime {

    /** For bodies without points in time, and for bodies that are not held. */
    static final PointsInTime NONE = new PointsInTime(Map.of());

    private static final String PIT = "pit";

    private final Map<Integer, Optional<Member>> members;

    private PointsInTime(Map<Integer, Optional<Member>> members) {
        this.members = members;
    }

    /** Whether the body may contain points in time (its path names no index) and its known length allows holding it. */
    static boolean mayBeIn(RequestHead head) {
        return head.target().segments().size() == 1 && SortedSearches.mayBeHeld(head);
    }

    /**
     * The points in time of a body.
     *
     * @param open returns the member that a search's point in time was opened for; null if it is not the tenant's
     */
    static PointsInTime in(ByteBuf body, Function<ByteBuf, @Nullable Member> open) {
        Map<Integer, Optional<Member>> members = new HashMap<>();
        HeldSearches.forEach(body, (line, header, search) -> {
            if (HeldJson.contains(search, PIT) && !namesIndex(header)) {
                members.put(line, Optional.ofNullable(open.apply(search)));
            }
        });
        return members.isEmpty() ? NONE : new PointsInTime(members);
    }

    private static boolean namesIndex(ByteBuf header) {
        return HeldJson.contains(header, "index") || HeldJson.contains(header, "indices");
    }

    /** Whether the search in a line, counted from 0, reads a point in time. */
    boolean isReadIn(int line) {
        return members.containsKey(line);
    }

    /** The member for which the line's point in time was opened; null if it is not the tenant's. */
    @Nullable Member member(int line) {
        return members.getOrDefault(line, Optional.empty()).orElse(null);
    }
}
