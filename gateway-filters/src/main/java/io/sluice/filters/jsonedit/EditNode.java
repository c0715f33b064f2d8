package io.sluice.filters.jsonedit;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A place in a body that edits lead to or through. Immutable, shared by all exchanges.
 *
 * @param edit what happens to the value here; null: it is only on the way
 * @param names the members that something is known about, at most 64
 * @param named what is known about them, in the order of the names
 * @param indexed elements of an array that something is known about
 * @param any what happens to all other members and elements; null: nothing
 * @param additions what to add to an object here that lacks it
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
     * A member that every object here shall have.
     *
     * @param position where its name stands among the names
     */
    record Addition(int position, JsonMember member) {}

    /** What is known about a value inside this one; null: nothing. */
    @Nullable EditNode child(JsonCursor at, boolean inArray) {
        if (inArray) {
            EditNode element = indexed.isEmpty() ? null : indexed.get(at.index());
            return element == null ? any : element;
        }
        int position = at.nameIn(names);
        return position < 0 ? any : named.get(position);
    }

    /** Whether values inside this one have to be looked at. */
    boolean leadsOn() {
        return !named.isEmpty() || any != null;
    }

    /** Where the member that a rename leads to stands among the names. */
    int positionOf(String name) {
        return names.asList().indexOf(name);
    }
}
