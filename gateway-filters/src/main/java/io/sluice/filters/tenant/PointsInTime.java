package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.RequestHead;
import io.sluice.filters.tenant.query.Member;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The searches of an {@code _msearch} that read a point in time. Such a search must name no index and any other must name one, but a header
 * stands before the search that says which it is; so these can be found in a body that is held only. Immutable.
 */
final class PointsInTime {

    /** None, or a body that is not held. */
    static final PointsInTime NONE = new PointsInTime(Map.of());

    private static final String PIT = "pit";

    private final Map<Integer, Optional<Member>> members;

    private PointsInTime(Map<Integer, Optional<Member>> members) {
        this.members = members;
    }

    /** Whether the body of a request may have some and is short enough to be held: its path names no index, and its length is known. */
    static boolean mayBeIn(RequestHead head) {
        return head.target().segments().size() == 1 && SortedSearches.mayBeHeld(head);
    }

    /**
     * Those of a body.
     *
     * @param open gives for whom the point in time of a search was opened; null if it is none of the tenant's
     */
    static PointsInTime in(ByteBuf body, Function<ByteBuf, @Nullable Member> open) {
        Map<Integer, Optional<Member>> members = new HashMap<>();
        ByteBuf header = body;
        int from = body.readerIndex();
        for (int line = 0; from < body.writerIndex(); line++) {
            int feed = body.indexOf(from, body.writerIndex(), (byte) '\n');
            int to = feed < 0 ? body.writerIndex() : feed;
            ByteBuf text = body.slice(from, to - from);
            if (line % 2 == 0) {
                header = text;
            } else if (TopLevelNames.contains(text, PIT) && !namesIndex(header)) {
                members.put(line, Optional.ofNullable(open.apply(text)));
            }
            from = to + 1;
        }
        return members.isEmpty() ? NONE : new PointsInTime(members);
    }

    private static boolean namesIndex(ByteBuf header) {
        return TopLevelNames.contains(header, "index") || TopLevelNames.contains(header, "indices");
    }

    /** Whether the search in a line, from 0, reads one. */
    boolean isReadIn(int line) {
        return members.containsKey(line);
    }

    /** For whom the point in time was opened that the search in the line reads; null if it is none of the tenant's. */
    @Nullable Member member(int line) {
        return members.getOrDefault(line, Optional.empty()).orElse(null);
    }
}
