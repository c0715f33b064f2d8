package io.sluice.filters.tenant.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Which member each of several parts of a request is for, so that the parts of the answer can be told apart. Two bytes a part once
 * there are two members. For one exchange.
 */
public final class MemberSequence {

    /** How many members there can be. */
    public static final int MAX_MEMBERS = 1 << 13;

    private final List<Member> members = new ArrayList<>();
    private final IdentityHashMap<Member, Short> codes = new IdentityHashMap<>();
    private short[] sequence = {};
    private short last;
    private int count;

    /**
     * Adds the next part.
     *
     * @return false if it is for one member more than there can be; then it is taken for one of the part before
     */
    // A member that stands for what another does is only kept twice.
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

    /** The member of a part; of the last one where there are not so many. */
    public Member get(int part) {
        return members.get(part < Math.min(count, sequence.length) ? sequence[part] : last);
    }
}
