package io.sluice.filters.tenant.names;

import org.jspecify.annotations.Nullable;

/**
 * The indices of one tenant in one layout: what the cluster calls them. Whatever goes out is an expression that nothing but the
 * tenant's own indices can match. Immutable.
 */
public interface IndexNames {

    /** Translates the name of one index, alias or data stream, or date math that gives one. */
    Translation one(String name);

    /** The expression for all indices of the tenant. */
    String all();

    /** Whether an expression means all indices: it is {@code null}, empty, {@code _all} or a single star. */
    static boolean isEverything(@Nullable String text) {
        return text == null || text.isEmpty() || text.equals("_all") || text.equals("*");
    }

    /** Translates a list of names, wildcards and exclusions; {@code null}, empty and {@code _all} mean all of the tenant's own. */
    Translation expression(@Nullable String text);

    /**
     * Whether an expression means what there is of several indices, which is no error where there is less, and is sent as names, of
     * which each has to be there. The expression is one that has a translation.
     */
    boolean mayLack(@Nullable String text);

    /** Translates what is compared with the names of indices: a name, or a pattern with wildcards; null if it can be none of ours. */
    @Nullable String compared(String value);

    /** Whether the cluster's names end as the tenant's do, so that a name with another number at its end is one of the same tenant. */
    boolean ownEnds();

    /** What the tenant calls an index of the cluster; null if it is none of the tenant's. */
    @Nullable String logical(String physical);

    /** A text for people, with every name of an index in it as the tenant calls it. */
    String text(String text);
}
