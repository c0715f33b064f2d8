package io.sluice.filters.tenant.member;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The member of each part of a request, so that the parts of the response can be assigned. Uses two bytes per part once
 * there are two members. For one exchange.
 */
public final class MemberSequence {

    /** Maximum number of members: each takes up to 8 KB until the answer is over, which nothing else counts. */
    static final int MAX_MEMBERS = 1_024;

    private final List<Member> members = new ArrayList<>();
    private final IdentityHashMap<Member, Short> codes = new IdentityHashMap<>();
    private short[] sequence = {};
    private short last;
    private int count;

    /**
     * Adds the next part.
     *
     * @return false if it exceeds the maximum number of members; the part is then counted for the previous member
     */
    // If two equal members are different objects, both are kept, and both count.
    @SuppressWarnings("ReferenceEquality")
    public boolean add(Member member) {
        boolean fits = members.size() < MAX_MEMBERS || codes.containsKey(member);
        if (fits && (members.isEmpty() || members.get(last) != member)) {
            last = codes.computeIfAbsent(member, next -> (short) members.size());
            if (last == members.size()) {
                members.add(member);
            }
        }
        if (members.size() > 1) {
            if (count >= sequence.length) {
                sequence = Arrays.copyOf(sequence, Math.max(64, count * 2));
            }
            sequence[count] = last;
        }
        count++;
        return fits;
    }

    /** The member of a part; the last one if there are fewer parts. */
    public Member get(int part) {
        return members.get(part < Math.min(count, sequence.length) ? sequence[part] : last);
    }
}
