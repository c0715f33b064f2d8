package io.sluice.filters.tenant.placement;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where a tenant is.
 *
 * @param place the name of the place where its requests go
 * @param state what is done with its requests there
 * @param relocation the other place, to which its writes are copied; null if the state is {@code OPEN} or {@code CLOSED}
 * @param version of the table that first said so
 * @param turn how often the tenant's requests have been sent to another place than before; counted again from 1 after {@link #MOST_TURNS}
 */
public record Placement(String place, State state, @Nullable Relocation relocation, long version, int turn) {

    /** Small enough for numbers of 53 bits that have 32 others beside it. */
    static final int MOST_TURNS = 1 << 19;

    /** What is done with a tenant's requests. */
    public enum State {
        /** They are sent to the place. */
        OPEN,
        /** They are refused for now, since its documents are carried elsewhere. */
        CLOSED,
        /** They are sent to the place, while the other one gets indices; those that change indices are refused. */
        PREPARING,
        /** They are sent to the place, and what they write is copied to the other one before they are answered. */
        COPYING,
        /** Those that write wait for the next state; others are sent to the place. */
        HOLDING;

        /** The name in the table. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The state of that name; null if there is none. */
        static @Nullable State of(String label) {
            for (State state : values()) {
                if (state.label().equals(label)) {
                    return state;
                }
            }
            return null;
        }
    }

    public Placement {
        boolean between = state != State.OPEN && state != State.CLOSED;
        if (between != (relocation != null)) {
            throw new IllegalArgumentException("state " + state.label() + " with or without another place");
        }
    }

    /** A tenant in one place. */
    Placement(String place, State state, long version) {
        this(place, state, null, version, 0);
    }

    /** What follows it in another version of the table. */
    Placement next(String newPlace, State newState, @Nullable Relocation newRelocation, long newVersion) {
        int next = newPlace.equals(place) ? turn : turn % MOST_TURNS + 1;
        return new Placement(newPlace, newState, newRelocation, newVersion, next);
    }

    /** Whether the next change is likely to come soon, and all gateways have to know of it. */
    boolean isInMotion() {
        return state != State.OPEN;
    }

    /** Whether requests are refused. */
    public boolean isClosed() {
        return state == State.CLOSED;
    }
}
