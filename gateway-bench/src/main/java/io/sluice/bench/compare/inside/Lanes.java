package io.sluice.bench.compare.inside;

import java.util.List;
import java.util.stream.Stream;

/**
 * Connections to a node, and how many requests each may have under way: one with today's pool.
 *
 * @param pipelined above 1 a request is written before the answers of those before it came
 */
record Lanes(int connections, int pipelined) {
    private static final int SOME = 4;

    /** All ways to have that many requests in flight: one per connection, four per connection, all over one connection. */
    static List<Lanes> of(int underWay) {
        return Stream.of(1, Math.min(SOME, underWay), underWay)
                .distinct()
                .map(pipelined -> new Lanes(underWay / pipelined, pipelined))
                .toList();
    }

    int underWay() {
        return connections * pipelined;
    }

    boolean isPipelined() {
        return pipelined > 1;
    }

    /** As many requests under way, each over a connection of its own. */
    Lanes single() {
        return new Lanes(underWay(), 1);
    }

    @Override
    public String toString() {
        return connections + " x " + pipelined;
    }
}
