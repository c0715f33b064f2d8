package io.sluice.api.check;

import org.jspecify.annotations.Nullable;

/**
 * Queue of waiting checks. Known credentials go before the others, but not for ever: after a few of them one of the
 * others has its turn. Known ones take turns by user, who is proven, and then by address; others by address, and then by
 * user name. Not thread-safe.
 *
 * @param <T> a check
 */
final class WaitingChecks<T> {

    /** So many known ones go first while others wait, then one of the others. */
    static final int KNOWN_IN_A_ROW = 4;

    /** Half of what {@link CheckThreads} keeps waiting: one user leaves room for others. */
    static final int KNOWN_OF_USER = 512;

    private final Turns<T> known = Turns.byUser();
    private final Turns<T> others = Turns.byAddress();
    /** How many known ones went since one of the others waits or had its turn. */
    private int inARow;

    void add(CheckOrigin origin, T check) {
        others.add(origin, check);
    }

    void addKnown(CheckOrigin origin, T check) {
        known.add(origin, check);
    }

    /** Whether another known one of the user may go before others. */
    boolean takesKnown(CheckOrigin origin) {
        return known.ofGroup(origin) < KNOWN_OF_USER;
    }

    /** Removes the check whose turn it is; null if none waits. */
    @Nullable T poll() {
        if (known.isEmpty() || inARow >= KNOWN_IN_A_ROW && !others.isEmpty()) {
            inARow = 0;
            return others.poll();
        }
        inARow = others.isEmpty() ? 0 : inARow + 1;
        return known.poll();
    }

    /** Removes the check that a newcomer may replace, never a known one; null if there is none. */
    @Nullable T displaceFor(CheckOrigin newcomer) {
        return others.displaceFor(newcomer);
    }

    /** Removes a known check that a newcomer may replace; null if its own origin has as many of them as any other. */
    @Nullable T displaceKnownFor(CheckOrigin newcomer) {
        return known.displaceFor(newcomer);
    }

    /**
     * Removes the check that a known newcomer may replace: one of the others if more of those wait than known ones of
     * the newcomer's user, else a known one; null if there is none.
     */
    @Nullable T displaceForKnown(CheckOrigin newcomer) {
        return others.size() > known.ofGroup(newcomer) ? others.displaceFromGroup(0) : known.displaceFor(newcomer);
    }
}
