package io.sluice.filters.tenant.placement;

import org.jspecify.annotations.Nullable;

/**
 * A tenant between two places: while its requests go to one of them, copies of its writes go to the other.
 *
 * @param origin the place where it was
 * @param target the other place
 * @param goal where it is to be: one of the two
 * @param mover the id of the gateway that carries its documents; null if none does
 */
public record Relocation(
        String origin, String target, String goal, @Nullable String mover) {

    /** The place where its requests do not go. */
    public String otherThan(String place) {
        return place.equals(origin) ? target : origin;
    }

    /** Whether it is to be in that place. */
    boolean leadsTo(String place) {
        return goal.equals(place);
    }

    Relocation withGoal(String next) {
        return new Relocation(origin, target, next, mover);
    }

    Relocation by(@Nullable String gateway) {
        return new Relocation(origin, target, goal, gateway);
    }
}
