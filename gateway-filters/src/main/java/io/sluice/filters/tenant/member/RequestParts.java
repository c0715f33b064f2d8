package io.sluice.filters.tenant.member;

import org.jspecify.annotations.Nullable;

/** The parts of one request: items of a bulk, searches of an {@code _msearch}, documents of an {@code _mget}. For one exchange. */
public final class RequestParts {

    private final Member home;
    private final boolean apart;
    private @Nullable MemberSequence members;
    private int items;
    private int sent;

    /**
     * Makes the parts of a request.
     *
     * @param home the member of the parts that name no index
     * @param apart whether each part may be for an index of its own, of any layout
     */
    public RequestParts(Member home, boolean apart) {
        this.home = home;
        this.apart = apart;
    }

    /** Whether each part belongs exactly to its member in {@link #members}. */
    public boolean apart() {
        return apart;
    }

    /** The member of each part; null if index names identify it. */
    public @Nullable MemberSequence members() {
        return members;
    }

    /** Notes an item of a bulk. */
    public void item() {
        items++;
    }

    /** How many items a bulk had so far. */
    public int items() {
        return items;
    }

    /**
     * Notes that the item is forwarded, and its member.
     *
     * @throws IllegalStateException if the request has too many indices, which whoever judges items has to prevent
     */
    public void sent(Member member) {
        if ((members != null || member.base() != null) && !membersAfter(sent).add(member)) {
            throw new IllegalStateException("an item is sent whose answer could not be told apart from others");
        }
        sent++;
    }

    /**
     * Notes a search.
     *
     * @return false if the request has too many indices
     */
    public boolean search(Member member) {
        return !apart && member.base() == null || membersAfter(0).add(member);
    }

    /**
     * Notes a document.
     *
     * @return false if the request has too many indices
     */
    public boolean document(Member member) {
        return membersAfter(0).add(member);
    }

    private MemberSequence membersAfter(int count) {
        MemberSequence known = members;
        if (known == null) {
            known = new MemberSequence();
            for (int i = 0; i < count; i++) {
                known.add(home);
            }
            members = known;
        }
        return known;
    }
}
