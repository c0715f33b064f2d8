package io.sluice.filters.jsonedit;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A position in a body that edits apply to or pass through. Immutable, shared by all exchanges.
 *
 * @param edit of the value here; null if edits only pass through it
 * @param names members with edits, at most 64
 * @param named nodes of these members, in the order of the names
 * @param indexed nodes of array elements, by position
 * @param any node of all other members and elements; null for none
 * @param additions members to add to an object here that lacks them
 * @param mustBeObject whether a value here that is not an object makes a {@code set} impossible
 */
record EditNode(
        @Nullable Edit edit,
        JsonNames names,
        List<EditNode> named,
        Map<Integer, EditNode> indexed,
        @Nullable EditNode any,
        List<Addition> additions,
        boolean mustBeObject) {

    /**
     * A member that every object here must have.
     *
     * @param position of its name among the names
     */
    record Addition(int position, JsonMember member) {}

    /** The node of a value inside this one; null if it has no edits. */
    @Nullable EditNode child(JsonCursor at, boolean inArray) {
        if (inArray) {
            EditNode element = indexed.isEmpty() ? null : indexed.get(at.index());
            return element == null ? any : element;
        }
        int position = at.nameIn(names);
        return position < 0 ? any : named.get(position);
    }

    /** Whether values inside this one may have edits. */
    boolean leadsOn() {
        return !named.isEmpty() || any != null;
    }

    /** Position of a rename's target among the names. */
    int positionOf(String name) {
        return names.asList().indexOf(name);
    }
}
