package io.sluice.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol;
import io.sluice.upstream.Deadline;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.function.Consumer;

/**
 * Awaits the header of the PROXY protocol, version 1 or 2, that a balancer sends before a connection's own bytes, and tells whose
 * connection it is. On one event loop, for one connection.
 */
final class ProxyHeader extends ChannelInboundHandlerAdapter {
    private final Channel channel;
    private final Consumer<InetSocketAddress> onPeer;
    private final Consumer<String> onMissing;
    private final Deadline deadline;
    private boolean ended;

    private ProxyHeader(Channel channel, Consumer<InetSocketAddress> onPeer, Consumer<String> onMissing) {
        this.channel = channel;
        this.onPeer = onPeer;
        this.onMissing = onMissing;
        this.deadline = new Deadline(channel.eventLoop(), () -> onMissing.accept("it did not come in time"));
    }

    /**
     * Reads the header of a connection.
     *
     * @param nanos how long it may take
     * @param onPeer is told the client's address, before any of the client's bytes
     * @param onMissing is told why there is none
     */
    static void await(Channel channel, long nanos, Consumer<InetSocketAddress> onPeer, Consumer<String> onMissing) {
        ProxyHeader header = new ProxyHeader(channel, onPeer, onMissing);
        // in: bytes -> HAProxyMessage, bytes
        channel.pipeline().addLast(new HAProxyMessageDecoder(true));
        channel.pipeline().addLast(header);
        header.deadline.set(System.nanoTime() + nanos);
        channel.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws UnknownHostException {
        HAProxyMessage header = (HAProxyMessage) message;
        InetSocketAddress peer;
        try {
            peer = namesClient(header)
                    ? new InetSocketAddress(InetAddress.getByName(header.sourceAddress()), header.sourcePort())
                    : (InetSocketAddress) channel.remoteAddress();
        } finally {
            header.release();
        }
        deadline.close();
        onPeer.accept(peer);
        context.pipeline().remove(this);
    }

    /** Whether a header names a client of the balancer, whatever its port; a health check of the balancer's own, for example, names none. */
    private static boolean namesClient(HAProxyMessage header) {
        HAProxyProxiedProtocol protocol = header.proxiedProtocol();
        return header.command() == HAProxyCommand.PROXY
                && header.sourceAddress() != null
                && (protocol == HAProxyProxiedProtocol.TCP4 || protocol == HAProxyProxiedProtocol.TCP6);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.read();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        deadline.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        deadline.close();
        // The decoder throws once more when the connection has been closed.
        boolean first = !ended;
        ended = true;
        if (cause instanceof IOException || !first) {
            channel.close();
        } else {
            onMissing.accept(String.valueOf(cause.getMessage()));
        }
    }
}
