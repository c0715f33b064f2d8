package io.sluice.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.ssl.SslHandler;

/** Answers whose end is that of their connection (RFC 9112, 6.3 and 9.8): those to clients of HTTP/1.0. Stateless. */
final class OpenEnd {
    private OpenEnd() {}

    /** Whether the end of an answer to another request than HEAD is that of the connection. */
    static boolean hasOne(HttpResponse head) {
        HttpHeaders headers = head.headers();
        int status = head.status().code();
        return !headers.contains(HttpHeaderNames.CONTENT_LENGTH)
                && !headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                && status != 204
                && status != 304;
    }

    /** Closes a connection so that its client knows that something is missing: with a reset, and without the last word of TLS. On its event loop. */
    static void reset(Channel channel) {
        if (!channel.isOpen()) {
            return;
        }
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        ChannelHandlerContext tls = channel.pipeline().context(SslHandler.class);
        if (tls == null) {
            channel.close();
        } else {
            tls.close();
        }
    }
}
