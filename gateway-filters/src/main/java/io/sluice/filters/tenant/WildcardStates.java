package io.sluice.filters.tenant;

import io.sluice.api.RequestHead;
import io.sluice.filters.tenant.names.IndexNames;
import java.util.EnumSet;
import java.util.Set;

/**
 * What states of indices wildcards are for ({@code expand_wildcards}). Servers find a plain name in any state, so that a
 * wildcard which is sent as plain names (see {@link IndexNames#sendsPlain}) must be for the states in which the request does something.
 * Not thread-safe.
 */
final class WildcardStates {

    static final String WHY =
            "URL parameter [expand_wildcards] must have [open], to open indices [closed], and to delete or change"
                    + " them both, where the layout has names without wildcards: servers find these in any state";

    private enum State {
        OPEN,
        CLOSED
    }

    private final Set<State> states = EnumSet.noneOf(State.class);

    /** Whether wildcards are for fewer states than plain names are. */
    static boolean areFewer(RequestHead head) {
        String text = head.target().parameter("expand_wildcards");
        if (text == null) {
            return false;
        }
        WildcardStates said = new WildcardStates();
        said.add(text);
        return !said.states.containsAll(needed(head));
    }

    /** Whether open indices are among them. */
    boolean haveOpen() {
        return states.contains(State.OPEN);
    }

    private static Set<State> needed(RequestHead head) {
        if (head.target().segments().getLast().equals("_open")) {
            return EnumSet.of(State.CLOSED);
        }
        boolean changes = head.method().equals("DELETE") || head.method().equals("PUT");
        return changes ? EnumSet.allOf(State.class) : EnumSet.of(State.OPEN);
    }

    /** Adds states with commas between them, or takes all away, from left to right as servers do. */
    void add(String text) {
        for (String state : text.split(",")) {
            switch (state) {
                case "all" -> states.addAll(EnumSet.allOf(State.class));
                case "none" -> states.clear();
                case "open" -> states.add(State.OPEN);
                case "closed" -> states.add(State.CLOSED);
                default -> {}
            }
        }
    }
}
