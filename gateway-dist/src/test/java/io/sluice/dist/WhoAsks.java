package io.sluice.dist;

import java.util.List;

/**
 * A request of the matrix. What it says of its tenant and its index is true in all places where a source looks, but for the one of the
 * cell everywhere else somebody forges it.
 *
 * @param user one of {@link #USERS}
 * @param address of the loopback, from which it comes
 * @param tenant that header, host or index name, where the cell has the tenant from there
 * @param index the beginning of the index's name
 * @param team in a header
 */
record WhoAsks(String user, String address, String tenant, String index, String team) {

    /** Two of them are of one organisation. */
    static final List<String> USERS = List.of("alice", "bob", "carol");

    /** What each cell is asked, so that each part of a key is met alone and together with others. */
    static final List<WhoAsks> ALL = List.of(
            new WhoAsks("alice", "127.0.0.2", "acme", "logs", "red"),
            new WhoAsks("alice", "127.0.0.2", "acme", "logs", "red"),
            new WhoAsks("carol", "127.0.0.3", "bolt", "metrics", "blue"),
            new WhoAsks("alice", "127.0.0.3", "bolt", "metrics", "blue"),
            new WhoAsks("bob", "127.0.0.2", "acme", "logs", "red"),
            new WhoAsks("bob", "127.0.0.3", "bolt", "metrics", "red"),
            new WhoAsks("carol", "127.0.0.2", "acme", "metrics", "blue"),
            new WhoAsks("alice", "127.0.0.2", "bolt", "logs", "blue"));

    /** The claim of a user. */
    static String organisation(String user) {
        return user.equals("bob") ? "bolt" : "acme";
    }

    WhoAsks from(String other) {
        return new WhoAsks(user, other, tenant, index, team);
    }

    WhoAsks ofTeam(String other) {
        return new WhoAsks(user, address, tenant, index, other);
    }
}
