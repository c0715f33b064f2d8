package io.sluice.bench.stub.cluster;

import org.jspecify.annotations.Nullable;

/**
 * Another name of an index.
 *
 * @param routing of what is written by this name, null for none
 */
public record StubAlias(
        String name, StubIndex index, @Nullable String routing) {}
