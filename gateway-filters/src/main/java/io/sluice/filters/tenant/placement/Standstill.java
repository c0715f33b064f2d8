package io.sluice.filters.tenant.placement;

import io.sluice.api.FilterMeters;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long the moves that this gateway carries have not got on. A move gets on when it comes to a step for the first time, and when more
 * documents pass in a try of that step than in any before: what is repeated after something was in its way brings it no further. Safe from any
 * thread.
 */
final class Standstill {

    /**
     * A move.
     *
     * @param since when it last got on, in nanoseconds of the clock
     * @param documents the most that have passed in a try of its step
     */
    private record Last(long since, long documents) {}

    /** How often a move could not go on. */
    private final FilterMeters.Counter setbacks;

    private final LongSupplier nanoTime;
    /** By tenant. */
    private final Map<String, Last> moves = new ConcurrentHashMap<>();

    /** @param nanoTime as {@link System#nanoTime} */
    Standstill(FilterMeters meters, LongSupplier nanoTime) {
        this.setbacks = meters.counter(
                "placement_setbacks", "Times that a move of a tenant that this gateway carries could not go on");
        this.nanoTime = nanoTime;
        meters.gauge(
                "placement_standstill_seconds",
                "How long a move of a tenant that this gateway carries has not got on, the longest of them",
                this::seconds);
    }

    /** The tenant's move came to a step for the first time, or begins. */
    void reached(String tenant) {
        moves.put(tenant, new Last(nanoTime.getAsLong(), 0));
    }

    /** So many documents have passed in this try of the step. */
    void documents(String tenant, long count) {
        moves.computeIfPresent(
                tenant, (same, last) -> count > last.documents() ? new Last(nanoTime.getAsLong(), count) : last);
    }

    /** Something was in the way. */
    void setback() {
        setbacks.increment();
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
