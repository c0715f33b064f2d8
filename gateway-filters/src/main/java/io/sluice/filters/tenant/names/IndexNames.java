package io.sluice.filters.tenant.names;

import org.jspecify.annotations.Nullable;

/**
 * Physical names of one tenant's indices in one layout. Every expression that is sent can match only the tenant's own
 * indices. Immutable.
 */
public interface IndexNames {

    /** Translates the name of one index, alias or data stream, or date math that gives one. */
    Translation one(String name);

    /** The expression for all indices of the tenant. */
    String all();

    /** Whether an expression matches all indices: it is {@code null}, empty, {@code _all} or a single star. */
    static boolean isEverything(@Nullable String text) {
        return text == null || text.isEmpty() || text.equals("_all") || text.equals("*");
    }

    /** Translates a list of names, wildcards and exclusions; {@code null}, empty and {@code _all} mean all of the tenant's own. */
    Translation expression(@Nullable String text);

    /**
     * Whether an expression that tolerates missing indices, such as a wildcard, is sent as names that must all exist.
     * The expression must be one that has a translation.
     */
    boolean mayLack(@Nullable String text);

    /**
     * Whether a wildcard of an expression is sent as a name, which servers find whatever state the index has. The expression must be
     * one that has a translation.
     */
    boolean sendsPlain(@Nullable String text);

    /**
     * Translates a value that is compared with index names: a name, or a wildcard pattern; null if it cannot match the
     * tenant's.
     */
    @Nullable String compared(String value);

    /**
     * Translates a value that index names are compared with at their beginning; null if it cannot match the tenant's, or if nothing
     * else would match the same.
     */
    @Nullable String beginning(String value);

    /** Whether physical names end like the tenant's, so that a rollover's new number stays within the same tenant. */
    boolean ownEnds();

    /** The tenant's name of a physical index; null if it is not the tenant's. */
    @Nullable String logical(String physical);

    /** A human-readable text with the tenant's index names restored. */
    String text(String text);
}
