package io.sluice.filters.tenant.names;

/** Detects node names in a {@code preference}. */
public final class ShardPreference {

    private static final String ONLY = "_only_nodes";
    private static final String RATHER = "_prefer_nodes";

    private ShardPreference() {}

    /**
     * Whether a preference may name nodes. A server returns an error if no node matches, so a client could use
     * wildcards to find out names, attributes and addresses of nodes letter by letter.
     */
    public static boolean mayNameNodes(String preference) {
        return preference.contains(ONLY) || preference.contains(RATHER);
    }
}
