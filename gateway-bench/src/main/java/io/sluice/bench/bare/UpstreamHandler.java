package io.sluice.bench.bare;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The upstream's side: passes the answer to the client it serves at the moment. */
final class UpstreamHandler extends ChannelInboundHandlerAdapter {
    private final FastThreadLocal<ArrayDeque<Channel>> idle;
    private @Nullable ClientHandler handler;
    private @Nullable ChannelHandlerContext client;
    private boolean reusable = true;

    UpstreamHandler(FastThreadLocal<ArrayDeque<Channel>> idle) {
        this.idle = idle;
    }

    /** Answers go to {@code client} until one is complete. */
    void serve(ClientHandler newHandler, ChannelHandlerContext newClient) {
        handler = newHandler;
        client = newClient;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ChannelHandlerContext to = client;
        ClientHandler by = handler;
        if (to == null || by == null) {
            ReferenceCountUtil.release(message);
            ctx.close();
            return;
        }
        if (message instanceof HttpResponse response) {
            reusable = HttpUtil.isKeepAlive(response);
        }
        boolean last = message instanceof LastHttpContent;
        to.write(message);
        if (last) {
            client = null;
            handler = null;
            to.flush();
            by.answered(to, ctx.channel(), reusable);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (client != null) {
            client.flush();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (client != null) {
            client.channel().config().setAutoRead(ctx.channel().isWritable());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        idle.get().remove(ctx.channel());
        if (client != null) {
            client.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
