package io.sluice.regroup;

import io.netty.buffer.ByteBufAllocator;
import io.sluice.api.UpstreamCredentials;
import io.sluice.tracing.RequestTrace;
import io.sluice.upstream.GuardedLoop;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.Patience;
import java.net.InetAddress;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The event loop of a bulk and what belongs to it.
 *
 * @param loop the event loop
 * @param allocator of buffers
 * @param clusters the clusters by name, as the loop uses them; IllegalArgumentException where there is none
 * @param client the client's address; null for a bulk of the gateway's own
 * @param credentials what the bulk shows its clusters; null if no filter chose that
 * @param patience with answers that are late
 * @param trace of the request; null if it is not traced
 */
public record LoopContext(
        GuardedLoop loop,
        ByteBufAllocator allocator,
        Function<String, LoopCluster> clusters,
        @Nullable InetAddress client,
        @Nullable UpstreamCredentials credentials,
        Patience patience,
        @Nullable RequestTrace trace) {

    LoopCluster cluster(String name) {
        return clusters.apply(name);
    }
}
