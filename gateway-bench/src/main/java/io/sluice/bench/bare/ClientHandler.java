package io.sluice.bench.bare;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The client's side of a connection: takes an upstream channel for each request and passes every message on. */
final class ClientHandler extends ChannelInboundHandlerAdapter {
    private final Bootstrap connector;
    private final FastThreadLocal<ArrayDeque<Channel>> idle;
    /** What arrived while no upstream channel could take it: before the connect, or pipelined requests. */
    private final ArrayDeque<Object> held = new ArrayDeque<>();

    private @Nullable Channel upstream;
    private boolean exchangeOpen;
    private boolean requestEnded;
    private boolean keepAlive = true;

    ClientHandler(Bootstrap connector, FastThreadLocal<ArrayDeque<Channel>> idle) {
        this.connector = connector;
        this.idle = idle;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpRequest request && !exchangeOpen) {
            open(ctx, request);
        }
        if (upstream != null && !requestEnded) {
            relay(upstream, message);
        } else {
            held.add(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (upstream != null) {
            upstream.flush();
        }
    }

    /** The upstream's whole answer was written to the client. */
    void answered(ChannelHandlerContext ctx, Channel from, boolean reusable) {
        boolean wholeRequest = requestEnded;
        upstream = null;
        exchangeOpen = false;
        if (reusable && wholeRequest) {
            idle.get().push(from);
        } else {
            from.close();
        }
        if (!keepAlive || !wholeRequest) {
            ctx.channel().close();
        } else if (!held.isEmpty()) {
            ArrayDeque<Object> next = new ArrayDeque<>(held);
            held.clear();
            next.forEach(message -> channelRead(ctx, message));
            channelReadComplete(ctx);
        }
    }

    private void open(ChannelHandlerContext ctx, HttpRequest request) {
        exchangeOpen = true;
        requestEnded = false;
        keepAlive = HttpUtil.isKeepAlive(request);
        Channel pooled = idle.get().poll();
        if (pooled != null) {
            attach(ctx, pooled);
            return;
        }
        ctx.channel().config().setAutoRead(false);
        connector.clone(ctx.channel().eventLoop()).connect().addListener((ChannelFuture connected) -> {
            if (!connected.isSuccess() || !ctx.channel().isActive()) {
                connected.channel().close();
                ctx.close();
                return;
            }
            attach(ctx, connected.channel());
            ctx.channel().config().setAutoRead(true);
        });
    }

    private void attach(ChannelHandlerContext ctx, Channel channel) {
        Objects.requireNonNull(channel.pipeline().get(UpstreamHandler.class)).serve(this, ctx);
        upstream = channel;
        while (!held.isEmpty() && !requestEnded) {
            relay(channel, held.remove());
        }
        channel.flush();
    }

    private void relay(Channel to, Object message) {
        requestEnded = message instanceof LastHttpContent;
        to.write(message);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (upstream != null) {
            upstream.config().setAutoRead(ctx.channel().isWritable());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        held.forEach(ReferenceCountUtil::release);
        held.clear();
        if (upstream != null) {
            upstream.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
