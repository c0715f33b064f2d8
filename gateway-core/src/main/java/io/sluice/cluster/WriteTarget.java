package io.sluice.cluster;

import io.sluice.bulk.hash.RoutingHash;
import org.jspecify.annotations.Nullable;

/**
 * Where a name that bulks use leads: an index, an alias or a data stream.
 *
 * @param name as bulks write it
 * @param index the concrete index that is written; null where the server refuses to write, for instance because several indices
 *     have the alias and none is marked
 * @param routing the alias's own routing; null if it has none
 */
public record WriteTarget(
        String name, @Nullable IndexView index, @Nullable String routing) {

    /** The hash of the alias's routing; 0 if it has none. */
    int routingHash() {
        return routing == null ? 0 : RoutingHash.of(routing);
    }
}
