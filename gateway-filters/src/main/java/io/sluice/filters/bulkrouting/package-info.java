/** The bulk routers {@code shard} and {@code node}: each item to the node that holds its primary shard. */
@NullMarked
package io.sluice.filters.bulkrouting;

import org.jspecify.annotations.NullMarked;
