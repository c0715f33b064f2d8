package io.sluice.filters.tenant.move;

import org.jspecify.annotations.Nullable;

/**
 * What names a document in a cluster.
 *
 * @param index the cluster's name; where a document is asked for it may be an alias or date math
 * @param id the cluster's id
 * @param routing null if the id decides about the shard; servers take an empty one of a write for none, but look for it when they read
 */
public record StoredName(String index, String id, @Nullable String routing) {
    public StoredName {
        routing = routing != null && routing.isEmpty() ? null : routing;
    }
}
