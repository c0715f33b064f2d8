package io.sluice.bench.stub.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.sluice.bench.stub.cluster.NodeCounters;
import io.sluice.bench.stub.cluster.StubNode;
import io.sluice.bench.stub.fault.Fault;
import io.sluice.bench.stub.fault.FaultKind;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the stub: one exchange after another, each answered after its drawn latency; pipelined requests wait
 * their turn. Runs on the channel's event loop. In: HttpRequest, HttpContent. Out: FullHttpResponse and pieces of it.
 */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private final StubNode node;
    private final StubBehaviour behaviour;
    private final NodeCounters counters;
    private final SplittableRandom random;
    private final ArrayDeque<Object> held = new ArrayDeque<>();

    private @Nullable StubExchange exchange;
    private @Nullable HttpRequest request;
    private @Nullable Fault fault;
    /** The answer that waits for its time. */
    private @Nullable StubReply delayed;

    private @Nullable PacedWriter paced;
    /** The request has come completely and its answer is not yet written. */
    private boolean answering;
    /** The current body is read at the fault's pace: autoRead is off and reads are scheduled. */
    private boolean slowReading;

    private int slowBytes;
    /** The answer went out before the body's end. */
    private boolean answeredEarly;

    ConnectionHandler(StubNode node, StubBehaviour behaviour) {
        this.node = node;
        this.behaviour = behaviour;
        this.counters = node.counters();
        this.random = behaviour.newRandom();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        counters.connectionsOpened().increment();
        ctx.fireChannelActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        counters.connectionsClosed().increment();
        held.forEach(ReferenceCountUtil::release);
        held.clear();
        abandon();
        if (delayed != null) {
            delayed.body().release();
            delayed = null;
        }
        if (paced != null) {
            paced.cancel();
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (answering) {
            held.add(message);
            return;
        }
        try {
            if (message instanceof HttpRequest head) {
                begin(ctx, head);
            }
            if (message instanceof HttpContent content && exchange != null) {
                body(ctx, content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (slowReading && fault != null) {
            long nanos = TimeUnit.SECONDS.toNanos(slowBytes) / fault.bytesPerSecond();
            slowBytes = 0;
            ctx.executor().schedule(() -> ctx.channel().read(), nanos, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }

    private void begin(ChannelHandlerContext ctx, HttpRequest head) {
        request = head;
        answeredEarly = false;
        counters.requests().increment();
        if (head.decoderResult().isFailure()) {
            exchange = new PlainExchange(() -> StubReply.error(400, "bad_request", "the request cannot be decoded"));
            answer(ctx, false);
            return;
        }
        boolean control = head.uri().startsWith("/_stub");
        fault = control ? null : behaviour.faults().draw(node.name(), head.uri(), random);
        if (fault != null) {
            counters.faults().increment();
        }
        if (fault != null && fault.kind() == FaultKind.RESET_HEAD) {
            reset(ctx.channel());
        } else if (HttpUtil.getContentLength(head, 0L) > behaviour.maxContentLength()) {
            exchange = new PlainExchange(
                    () -> StubReply.error(413, "content_too_long_exception", "the body is too large"));
            answer(ctx, false);
        } else {
            open(ctx, head, fault);
        }
    }

    private void open(ChannelHandlerContext ctx, HttpRequest head, @Nullable Fault struck) {
        int status = struck == null ? 0 : struck.kind().status();
        exchange = status == 0
                ? behaviour.router().exchange(head, node, random, ctx.alloc())
                : new PlainExchange(() -> StubReply.error(status, "stub_fault", "a fault was asked for"));
        if (HttpUtil.is100ContinueExpected(head)) {
            ctx.writeAndFlush(new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        }
        if (struck != null && struck.kind() == FaultKind.SLOW_READ) {
            slowReading = true;
            ctx.channel().config().setAutoRead(false);
        }
    }

    private void body(ChannelHandlerContext ctx, HttpContent content) {
        ByteBuf bytes = content.content();
        counters.bytesIn().add(bytes.readableBytes());
        slowBytes += bytes.readableBytes();
        FaultKind kind = fault == null ? null : fault.kind();
        if (kind == FaultKind.RESET_BODY) {
            reset(ctx.channel());
            return;
        }
        if (kind != null && kind.isEarly() && !answeredEarly) {
            answeredEarly = true;
            write(ctx, StubReply.error(kind.status(), "stub_fault", "answered before the end of the body"), true);
        }
        if (!answeredEarly && exchange != null) {
            exchange.body(bytes);
        }
        if (content instanceof LastHttpContent) {
            if (slowReading) {
                slowReading = false;
                ctx.channel().config().setAutoRead(true);
            }
            if (answeredEarly) {
                exchange = null;
            } else {
                answer(ctx, request != null && HttpUtil.isKeepAlive(request));
            }
        }
    }

    private void answer(ChannelHandlerContext ctx, boolean keepAlive) {
        StubExchange ended = exchange;
        exchange = null;
        if (ended == null) {
            return;
        }
        StubReply reply = ended.end();
        answering = true;
        long delay = fault != null && fault.kind() == FaultKind.LATE
                ? fault.pace().delay().toNanos()
                : behaviour.latency().nextNanos(random) + reply.workNanos();
        if (delay <= 0) {
            send(ctx, reply, keepAlive);
        } else {
            delayed = reply;
            ctx.executor().schedule(() -> sendDelayed(ctx, keepAlive), delay, TimeUnit.NANOSECONDS);
        }
    }

    private void sendDelayed(ChannelHandlerContext ctx, boolean keepAlive) {
        StubReply due = delayed;
        delayed = null;
        if (due != null) {
            send(ctx, due, keepAlive);
        }
    }

    private void send(ChannelHandlerContext ctx, StubReply reply, boolean keepAlive) {
        FaultKind kind = fault == null ? null : fault.kind();
        if (!ctx.channel().isActive()) {
            reply.body().release();
        } else if (kind == FaultKind.RESET_ANSWER) {
            reply.body().release();
            PacedWriter.firstByte(ctx).addListener(written -> reset(ctx.channel()));
        } else if (fault != null && kind == FaultKind.SLOW_WRITE) {
            counters.bytesOut().add(reply.body().readableBytes());
            paced = new PacedWriter(ctx, reply.body(), fault.bytesPerSecond());
            paced.start(behaviour.head(reply, keepAlive), () -> finished(ctx, keepAlive));
        } else {
            write(ctx, reply, keepAlive);
            finished(ctx, keepAlive);
        }
    }

    private void write(ChannelHandlerContext ctx, StubReply reply, boolean keepAlive) {
        counters.bytesOut().add(reply.body().readableBytes());
        ctx.writeAndFlush(behaviour.whole(reply, keepAlive, request));
    }

    private void finished(ChannelHandlerContext ctx, boolean keepAlive) {
        answering = false;
        if (!keepAlive) {
            ctx.close();
            return;
        }
        while (!answering && !held.isEmpty()) {
            channelRead(ctx, held.remove());
        }
    }

    private void reset(Channel channel) {
        abandon();
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        channel.close();
    }

    private void abandon() {
        if (exchange != null) {
            exchange.discard();
            exchange = null;
        }
    }
}
