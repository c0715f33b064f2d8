package io.sluice.filters.tenant.placement;

import org.jspecify.annotations.Nullable;

/**
 * Where a tenant is.
 *
 * @param place the name of the place where its requests go
 * @param state what is done with its requests there
 * @param version of the table that first said so
 */
public record Placement(String place, State state, long version) {

    /** What is done with a tenant's requests. */
    public enum State {
        /** They are sent to the place. */
        OPEN,
        /** They are refused for now, since its documents are carried elsewhere. */
        CLOSED;

        /** The name in the table. */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
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

    /** Whether all gateways have to know of it. */
    boolean isInMotion() {
        return state != State.OPEN;
    }

    /** Whether requests are refused. */
    public boolean isClosed() {
        return state == State.CLOSED;
    }
}
