package io.sluice.regroup;

import io.netty.buffer.ByteBufAllocator;
import io.sluice.upstream.GuardedLoop;
import io.sluice.upstream.LoopCluster;
import java.util.function.Function;

/**
 * The event loop of a bulk and what belongs to it.
 *
 * @param loop the event loop
 * @param allocator of buffers
 * @param clusters the clusters by name, as the loop uses them; IllegalArgumentException where there is none
 */
public record LoopContext(GuardedLoop loop, ByteBufAllocator allocator, Function<String, LoopCluster> clusters) {

    LoopCluster cluster(String name) {
        return clusters.apply(name);
    }
}
