package io.sluice.filters.tenant.names;

/** Finds nodes in what says which copies of shards are to be asked. */
public final class ShardPreference {

    private static final String ONLY = "_only_nodes";
    private static final String RATHER = "_prefer_nodes";

    private ShardPreference() {}

    /**
     * Whether it may name nodes. A server answers with an error where no node fits, so that names, attributes and addresses of nodes,
     * with wildcards in them, can be found out letter by letter.
     */
    public static boolean mayNameNodes(String preference) {
        return preference.contains(ONLY) || preference.contains(RATHER);
    }
}
