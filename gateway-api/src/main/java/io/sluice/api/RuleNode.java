package io.sluice.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A position in a body that rules apply to or pass through. Immutable, shared by all exchanges.
 *
 * @param rule of the value here; null if rules only pass through it
 * @param names members with rules, at most 64
 * @param named nodes of these members, in the order of the names
 * @param indexed nodes of array elements, by position
 * @param any the node of all other members and elements; null for none
 * @param additions members to add to an object here that lacks them
 * @param mustBeObject whether a {@code set} fails if the value here is not an object
 */
record RuleNode(
        @Nullable JsonRule rule,
        JsonNames names,
        List<RuleNode> named,
        Map<Integer, RuleNode> indexed,
        @Nullable RuleNode any,
        List<Addition> additions,
        boolean mustBeObject) {

    /**
     * A member that every object here must have.
     *
     * @param position of its name among the names
     */
    record Addition(int position, JsonMember member) {}

    /** The node of a value inside this one; null if it has no rules. */
    @Nullable RuleNode child(JsonCursor at, boolean inArray) {
        if (inArray) {
            RuleNode element = indexed.isEmpty() ? null : indexed.get(at.index());
            return element == null ? any : element;
        }
        int position = at.nameIn(names);
        return position < 0 ? any : named.get(position);
    }

    /** Whether values inside this one may have rules. */
    boolean leadsOn() {
        return !named.isEmpty() || any != null;
    }

    /** Position of a rename's target among the names. */
    int positionOf(String name) {
        return names.asList().indexOf(name);
    }
}
