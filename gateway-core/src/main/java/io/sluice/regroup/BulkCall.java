package io.sluice.regroup;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.api.BulkDefaults;
import io.sluice.api.UpstreamCredentials;
import io.sluice.tracing.RequestTrace;
import io.sluice.upstream.GuardedLoop;
import io.sluice.upstream.Patience;
import io.sluice.wire.RewrittenBody;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * What the sub-requests of one bulk have in common.
 *
 * @param loop the bulk's event loop
 * @param allocator of buffers
 * @param target path and query of every sub-request
 * @param url what they say for all items
 * @param headers of every sub-request, without those that say how the body is framed; to be copied
 * @param client the client's address; null for a bulk of the gateway's own
 * @param credentials what they show their clusters; null if no filter chose that
 * @param patience with answers that are late
 * @param trace of the request; null if it is not traced
 * @param facts told of what is sent
 */
record BulkCall(
        GuardedLoop loop,
        ByteBufAllocator allocator,
        String target,
        BulkDefaults url,
        HttpHeaders headers,
        @Nullable InetAddress client,
        @Nullable UpstreamCredentials credentials,
        Patience patience,
        @Nullable RequestTrace trace,
        BulkTrace facts) {

    /** Whether the bulk is the gateway's own, and no client's. */
    boolean isOwn() {
        return client == null;
    }

    /** The headers of sub-requests, made of the client's. */
    static HttpHeaders headersOf(HttpHeaders clients) {
        HttpHeaders headers = clients.copy();
        headers.remove(HttpHeaderNames.CONTENT_LENGTH);
        headers.remove(HttpHeaderNames.TRANSFER_ENCODING);
        headers.remove(HttpHeaderNames.CONTENT_ENCODING);
        headers.remove(HttpHeaderNames.ACCEPT_ENCODING);
        RewrittenBody.clean(headers);
        return headers;
    }
}
