package io.sluice.bench.load.engine;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.sluice.bench.load.request.PreparedRequest;
import io.sluice.bench.load.result.Outcome;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One of the client's connections: sends a request, reads its answer, and is made anew when it breaks. Runs on its loop.
 */
final class LoadConnection {
    private static final long RECONNECT_MILLIS = 10;

    private final LoadLoop owner;
    private final Bootstrap bootstrap;
    private final EventLoop loop;

    private @Nullable Channel channel;
    private @Nullable PreparedRequest request;
    private @Nullable Answer answer;
    private long attempt;
    private long due;
    private long sent;
    private boolean reusable;

    LoadConnection(LoadLoop owner, Bootstrap bootstrap, EventLoop loop) {
        this.owner = owner;
        this.bootstrap = bootstrap;
        this.loop = loop;
    }

    /** Sends a request that was due at {@code newDue}; the caller makes sure that none is under way. */
    void send(PreparedRequest newRequest, long newDue, long now) {
        request = newRequest;
        answer = null;
        due = newDue;
        sent = now;
        attempt++;
        Channel open = channel;
        if (open != null && open.isActive()) {
            open.writeAndFlush(newRequest.wire().retainedDuplicate());
            return;
        }
        long number = attempt;
        bootstrap.clone(loop).handler(new Pipeline()).connect().addListener((ChannelFuture connected) -> {
            if (!connected.isSuccess()) {
                lost(Outcome.Kind.CONNECTION);
            } else if (number == attempt) {
                channel = connected.channel();
                connected.channel().writeAndFlush(newRequest.wire().retainedDuplicate());
            } else {
                connected.channel().close();
            }
        });
    }

    /** True iff a request is under way. */
    boolean busy() {
        return request != null;
    }

    /** Gives up a request that was sent before {@code limit}. */
    void expire(long limit) {
        if (request != null && sent < limit) {
            lost(Outcome.Kind.TIMEOUT);
        }
    }

    void close() {
        if (channel != null) {
            channel.close();
        }
    }

    private void answered(ChannelHandlerContext ctx, PreparedRequest current, Answer whole) {
        request = null;
        answer = null;
        if (!reusable) {
            channel = null;
            ctx.close();
        }
        owner.ended(current, whole.end(owner.clock().now() - due), due, sent);
        owner.free(this);
    }

    private void lost(Outcome.Kind kind) {
        PreparedRequest current = request;
        if (current == null) {
            return;
        }
        request = null;
        answer = null;
        Channel broken = channel;
        channel = null;
        if (broken != null) {
            broken.close();
        }
        owner.ended(current, Outcome.unanswered(kind), due, sent);
        // A server that refuses connections must not be asked again in a busy loop.
        loop.schedule(() -> owner.free(this), RECONNECT_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Codec and this connection; it knows of a HEAD request that its answer has no body. */
    private final class Pipeline extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel opened) {
            opened.pipeline()
                    .addLast(new HttpResponseDecoder() {
                        @Override
                        protected boolean isContentAlwaysEmpty(HttpMessage message) {
                            return request != null && request.head() || super.isContentAlwaysEmpty(message);
                        }
                    })
                    .addLast(new Reader());
        }
    }

    /** What reads one channel. In: HttpResponse, HttpContent. */
    private final class Reader extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            try {
                PreparedRequest current = request;
                if (current == null || !ctx.channel().equals(channel)) {
                    ctx.close();
                    return;
                }
                if (message instanceof HttpResponse head) {
                    if (head.status().code() == 100) {
                        return;
                    }
                    reusable =
                            HttpUtil.isKeepAlive(head) && head.decoderResult().isSuccess();
                    answer = new Answer(current.spec(), head);
                }
                if (message instanceof HttpContent content && answer != null) {
                    answer.body(content.content());
                    if (content instanceof LastHttpContent) {
                        answered(ctx, current, answer);
                    }
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (ctx.channel().equals(channel)) {
                channel = null;
                if (request != null) {
                    lost(Outcome.Kind.CONNECTION);
                }
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
