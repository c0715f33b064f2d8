package io.sluice.tls;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/**
 * Stands before an {@code SslHandler} whose engine is OpenSSL's. When a record breaks TLS after the handshake, that engine sends the
 * peer an alert and keeps the exception until it is next asked to write, so that a peer that then neither sends nor closes would be
 * waited for. This handler asks it at once. On one event loop, for one connection.
 */
final class DelayedFailures extends ChannelDuplexHandler {
    /** What the peer sent is being decrypted. */
    private boolean inRead;
    /** The handler for TLS wrote while it read: an alert, or what may be one. */
    private boolean wrote;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        inRead = true;
        context.fireChannelRead(message);
        inRead = false;
        if (wrote) {
            wrote = false;
            context.channel().flush();
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        wrote |= inRead;
        context.write(message, promise);
    }
}
