package io.sluice.filters.tenant.placement;

import io.sluice.api.FilterMeters;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long the moves that this gateway carries have not got on. A move gets on when it comes to a step for the first time, and while its
 * documents pass in that step until something is in its way: what is repeated after that brings it no further. Safe from any thread.
 */
final class Standstill {

    /**
     * A move.
     *
     * @param since when it last got on, in nanoseconds of the clock
     * @param setBack whether something has been in its way since it came to its step
     */
    private record Last(long since, boolean setBack) {}

    private final FilterMeters.Counter setbacks;
    private final LongSupplier nanoTime;
    /** By tenant. */
    private final Map<String, Last> moves = new ConcurrentHashMap<>();

    /**
     * @param setbacks counts how often a move could not go on
     * @param nanoTime as {@link System#nanoTime}
     */
    Standstill(FilterMeters.Counter setbacks, LongSupplier nanoTime) {
        this.setbacks = setbacks;
        this.nanoTime = nanoTime;
    }

    /** The tenant's move came to a step for the first time, or begins. */
    void reached(String tenant) {
        moves.put(tenant, new Last(nanoTime.getAsLong(), false));
    }

    /** Documents passed in the step. */
    void documents(String tenant) {
        moves.computeIfPresent(tenant, (same, last) -> last.setBack() ? last : new Last(nanoTime.getAsLong(), false));
    }

    /** Something was in the way. */
    void setback(String tenant) {
        setbacks.increment();
        moves.computeIfPresent(tenant, (same, last) -> new Last(last.since(), true));
    }

    /** This gateway carries the tenant no more. */
    void over(String tenant) {
        moves.remove(tenant);
    }

    /** How long the one that has stood longest has not got on; 0 if none is carried. */
    long seconds() {
        long now = nanoTime.getAsLong();
        long longest = moves.values().stream()
                .mapToLong(last -> now - last.since())
                .max()
                .orElse(0);
        return TimeUnit.NANOSECONDS.toSeconds(longest);
    }
}
