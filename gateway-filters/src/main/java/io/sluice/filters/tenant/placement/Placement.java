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
 */
public record Placement(String place, State state, @Nullable Relocation relocation, long version) {

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
        this(place, state, null, version);
    }

    /** Whether all gateways have to know of it. */
    boolean isInMotion() {
        return state != State.OPEN;
    }

    /** Whether requests are refused. */
    public boolean isClosed() {
        return state == State.CLOSED;
    }
}
