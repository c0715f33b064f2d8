/** The cluster the stub pretends to be: nodes, indices, shard placement, and the documents that describe them. */
@NullMarked
package io.sluice.bench.stub.cluster;

import org.jspecify.annotations.NullMarked;
