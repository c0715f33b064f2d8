package io.sluice.cluster;

import io.sluice.api.ShardCopy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A concrete index as a view knows it.
 *
 * @param name its name
 * @param uuid changes when an index of that name is made anew
 * @param router computes shards; null where only the server can, as for time series
 * @param primaries each shard's primary copy, by the shard's number
 * @param appendOnly whether the server refuses to {@code index} a document that has an id
 */
public record IndexView(
        String name, String uuid, @Nullable ShardRouter router, List<ShardCopy> primaries, boolean appendOnly) {

    public IndexView {
        primaries = List.copyOf(primaries);
    }
}
