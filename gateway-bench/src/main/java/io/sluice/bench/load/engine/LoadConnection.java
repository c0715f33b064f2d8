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
import io.sluice.bench.load.request.WireRequest;
import io.sluice.bench.load.result.Outcome;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One of the client's connections: sends requests, reads their answers, and is made anew when it breaks. With pipelining several
 * requests are under way at once; their answers come in the same order. Runs on its loop.
 */
public final class LoadConnection<R extends WireRequest> {
    private static final long RECONNECT_MILLIS = 10;

    private final ConnectionOwner<R> owner;
    private final Bootstrap bootstrap;
    private final EventLoop loop;
    /** Sent, or waiting for the connection, in order: the first is answered next. */
    private final ArrayDeque<UnderWay<R>> underWay = new ArrayDeque<>();

    private @Nullable Channel channel;
    /** Whether the channel is delivering what it has read: what is sent meanwhile is flushed once afterwards. */
    private boolean reading;

    private boolean connecting;
    private long attempt;

    /**
     * Makes a connection that is opened when it is first needed.
     *
     * @param bootstrap of its target
     */
    public LoadConnection(ConnectionOwner<R> owner, Bootstrap bootstrap, EventLoop loop) {
        this.owner = owner;
        this.bootstrap = bootstrap;
        this.loop = loop;
    }

    /** Sends a request that was due at {@code due}, after those in flight. */
    public void send(R request, long due, long now) {
        if (channel != null && !channel.isActive()) {
            lost(Outcome.Kind.CONNECTION);
        }
        underWay.add(new UnderWay<>(request, due, now));
        Channel open = channel;
        if (open == null) {
            connect();
            return;
        }
        open.write(request.wire().retainedDuplicate());
        if (!reading) {
            open.flush();
        }
    }

    /** Whether a request is under way. */
    public boolean busy() {
        return !underWay.isEmpty();
    }

    /** Gives up a request that was sent before {@code limit}, and all after it. */
    public void expire(long limit) {
        UnderWay<R> first = underWay.peek();
        if (first != null && first.sent < limit) {
            lost(Outcome.Kind.TIMEOUT);
        }
    }

    /** Closes it; what is under way is told as ended. */
    public void close() {
        if (channel != null) {
            channel.close();
        }
    }

    private void connect() {
        if (connecting) {
            return;
        }
        connecting = true;
        long number = ++attempt;
        bootstrap.clone(loop).handler(new Pipeline()).connect().addListener((ChannelFuture connected) -> {
            if (number != attempt) {
                connected.channel().close();
            } else if (!connected.isSuccess()) {
                lost(Outcome.Kind.CONNECTION);
            } else {
                connecting = false;
                channel = connected.channel();
                underWay.forEach(
                        one -> connected.channel().write(one.request.wire().retainedDuplicate()));
                connected.channel().flush();
            }
        });
    }

    private void answered(UnderWay<R> first, AnswerReader whole) {
        underWay.remove();
        boolean over = !first.reusable;
        owner.ended(first.request, whole.end(owner.now() - first.due), first.due, first.sent);
        if (over) {
            lost(Outcome.Kind.CONNECTION);
        }
        owner.free(this);
    }

    /** Closes the connection. The outcome of the requests under way is unknown. */
    private void lost(Outcome.Kind kind) {
        attempt++;
        connecting = false;
        reading = false;
        Channel broken = channel;
        channel = null;
        if (broken != null) {
            broken.close();
        }
        if (underWay.isEmpty()) {
            return;
        }
        List<UnderWay<R>> gone = List.copyOf(underWay);
        underWay.clear();
        gone.forEach(one -> owner.ended(one.request, Outcome.unanswered(kind), one.due, one.sent));
        // A server that refuses connections must not be asked again in a busy loop.
        loop.schedule(() -> gone.forEach(one -> owner.free(this)), RECONNECT_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** A request, and its answer once that begins. */
    private static final class UnderWay<R> {
        private final R request;
        private final long due;
        private final long sent;
        private @Nullable AnswerReader answer;
        private boolean reusable;

        UnderWay(R request, long due, long sent) {
            this.request = request;
            this.due = due;
            this.sent = sent;
        }
    }

    /** Codec and this connection; it knows of a HEAD request that its answer has no body. */
    private final class Pipeline extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel opened) {
            opened.pipeline()
                    .addLast(new HttpResponseDecoder() {
                        @Override
                        protected boolean isContentAlwaysEmpty(HttpMessage message) {
                            UnderWay<R> first = underWay.peek();
                            return first != null && first.request.head() || super.isContentAlwaysEmpty(message);
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
                UnderWay<R> first = underWay.peek();
                if (first == null || !ctx.channel().equals(channel)) {
                    ctx.close();
                    return;
                }
                reading = true;
                if (message instanceof HttpResponse head) {
                    if (head.status().code() == 100) {
                        return;
                    }
                    first.reusable =
                            HttpUtil.isKeepAlive(head) && head.decoderResult().isSuccess();
                    first.answer = owner.answer(first.request, head);
                }
                if (message instanceof HttpContent content && first.answer != null) {
                    first.answer.body(content.content());
                    if (content instanceof LastHttpContent) {
                        answered(first, first.answer);
                    }
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            if (ctx.channel().equals(channel)) {
                reading = false;
            }
            ctx.flush();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (ctx.channel().equals(channel)) {
                lost(Outcome.Kind.CONNECTION);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
