package io.sluice.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.sluice.api.Reply;
import io.sluice.api.RequestTarget;
import io.sluice.exchange.ClientPort;
import io.sluice.exchange.HttpExchange;
import io.sluice.exchange.IncomingRequest;
import io.sluice.exchange.UseCount;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.ChannelCalls;
import io.sluice.upstream.Deadline;
import io.sluice.upstream.Guarded;
import io.sluice.wire.AnswerEncoder;
import io.sluice.wire.StrictRequestDecoder;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection: hands requests to exchanges, one after another. What comes for the next one meanwhile stays in the decoder
 * as bytes. On its event loop.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter implements ClientPort, Guarded {
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ListenerContext listener;
    private final Channel channel;
    private final StrictRequestDecoder decoder;
    private final AnswerEncoder encoder;
    private final Peer peer;
    private final RequestTerms terms;
    private final Deadline deadline;
    private final Untaken untaken;
    private final ChannelCalls calls;
    private @Nullable HttpExchange exchange;
    private volatile long changedNanos = System.nanoTime();
    /** A request is being answered. */
    private volatile boolean busy;

    private long bodyBytes;
    /** The exchange's request has not been handed over to its end. */
    private boolean requestOpen;
    /** A part of a head has come, so that its deadline runs. */
    private boolean headBegun;
    /** The client has not taken enough of the answers so far to be given another, or is given no other. */
    private boolean answersUntaken;
    /** The answer is written; further bytes are discarded until the client closes. */
    private boolean lingering;
    /** Closing the connection would tell the client that the answer is complete, which it is not. */
    private boolean openEnded;

    /** A connection, or a stream of one, whose channel has the decoder and the encoder in its pipeline. */
    ClientConnection(
            ListenerContext listener, Channel channel, StrictRequestDecoder decoder, AnswerEncoder encoder, Peer peer) {
        this.listener = listener;
        this.channel = channel;
        this.decoder = decoder;
        this.encoder = encoder;
        this.calls = new ChannelCalls(channel);
        this.deadline = new Deadline(channel.eventLoop(), this::onDeadline);
        this.untaken = new Untaken(channel, deadline);
        this.peer = peer;
        this.terms = new RequestTerms(listener, channel.eventLoop(), peer);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        listener.opened(this);
        awaitRequest();
        channel.read();
    }

    // From the channel.

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (lingering) {
            ReferenceCountUtil.release(message);
        } else if (message instanceof HttpRequest request) {
            Guarded.enter(this, request, ClientConnection::begin);
        } else if (message instanceof HttpContent content) {
            acceptContent(content);
        }
    }

    private void begin(HttpRequest request) {
        headBegun = false;
        Failure failure = terms.take();
        if (failure != null || request.decoderResult().isFailure()) {
            refuse(failure == null ? HeadCheck.failureOf(request.decoderResult()) : failure, Asked.by(request, null));
            return;
        }
        HeadCheck check = terms.now().headCheck();
        failure = check.check(request);
        RequestTarget target = null;
        if (failure == null) {
            try {
                if (OwnOptions.endHere(request)) {
                    answerAndClose(OwnOptions.answer(), Asked.NOTHING);
                    return;
                }
                target = check.targetOf(request);
                failure = HeadCheck.checkHost(request);
                failure = failure == null ? terms.checkClient(request.headers()) : failure;
            } catch (IllegalArgumentException e) {
                failure = Failure.of(FailureKind.BAD_REQUEST, String.valueOf(e.getMessage()));
            }
        }
        if (failure == null) {
            failure = terms.admit();
        }
        if (failure != null || target == null) {
            Failure why = failure == null ? Failure.of(FailureKind.INTERNAL, "no target") : failure;
            refuse(why, Asked.by(request, target));
            return;
        }
        check.via().addTo(request);
        IncomingRequest incoming = new IncomingRequest(terms.id(), request, target, terms::forward);
        requestOpen = true;
        bodyBytes = 0;
        HttpExchange begun = listener.exchange(terms.now(), this, incoming);
        exchange = begun;
        changed(true);
        Guarded.enter(begun, HttpExchange::start);
    }

    private void acceptContent(HttpContent content) {
        HttpExchange current = exchange;
        if (current == null || !requestOpen) {
            content.release();
            return;
        }
        requestOpen = !(content instanceof LastHttpContent);
        bodyBytes += content.content().readableBytes();
        if (content.decoderResult().isFailure()) {
            content.release();
            Guarded.enter(current, HeadCheck.failureOf(content.decoderResult()), HttpExchange::onInvalidRequest);
        } else if (bodyBytes > terms.now().maxBodyBytes()) {
            content.release();
            Guarded.enter(current, terms.now().headCheck().bodyTooLarge(), HttpExchange::onInvalidRequest);
        } else {
            Guarded.enter(current, content, HttpExchange::onRequestContent);
        }
    }

    // The request never became an exchange: it is counted and answered here, and the connection ends with it.
    private void refuse(Failure failure, Asked asked) {
        listener.refused(terms.refused(failure, asked.request()), terms.now());
        answerAndClose(failure.reply(), asked);
    }

    private void answerAndClose(Reply own, Asked asked) {
        encoder.nextAnswers(asked.head());
        calls.write(asked.lastAnswer(own, terms.id(), listener.date().now()));
        closeAfterFlush();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        HttpExchange current = exchange;
        if (current != null) {
            Guarded.enter(current, HttpExchange::onClientReadComplete);
        } else if (lingering) {
            channel.read();
        } else if (!answersUntaken) {
            awaitHead();
        }
    }

    private void awaitHead() {
        if (!headBegun && decoder.isInHead()) {
            headBegun = true;
            deadline.set(System.nanoTime() + terms.now().headNanos());
        }
        channel.read();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        calls.callBack(this::onWritabilityChanged);
    }

    private void onWritabilityChanged() {
        if (exchange != null) {
            Guarded.enter(exchange, HttpExchange::onClientWritabilityChanged);
        } else if (answersUntaken && channel.isWritable()) {
            answersUntaken = false;
            nextRequest();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        deadline.close();
        if (exchange != null) {
            Guarded.enter(exchange, HttpExchange::onClientGone);
        }
        ended();
        listener.closed(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof EncoderException && exchange != null) {
            exchange.onThrown(cause);
        } else if (!(cause instanceof IOException || cause instanceof DecoderException)) {
            listener.threw("a connection of listener " + listener.name(), terms.id(), cause);
        }
        close();
    }

    /** The connection's own code threw, outside of any exchange. */
    @Override
    public void onThrown(Throwable thrown) {
        listener.threw("a connection of listener " + listener.name(), terms.id(), thrown);
        if (exchange == null && !lingering) {
            refuse(
                    Failure.of(FailureKind.INTERNAL, "the gateway failed at this request; its log says where"),
                    Asked.NOTHING);
        } else {
            close();
        }
    }

    private void onDeadline() {
        if (exchange != null) {
            Guarded.enter(exchange, HttpExchange::onDeadline);
        } else if (headBegun && !lingering && !answersUntaken) {
            refuse(Failure.of(FailureKind.CLIENT_TIMEOUT, "the request head did not come in time"), Asked.NOTHING);
        } else if (!untaken.moves()) {
            close();
        }
    }

    /** The listener stops: an idle connection is closed once what was written is sent, one that is used after its answer. */
    void stop() {
        channel.eventLoop().execute(() -> {
            if (exchange == null && !answersUntaken && !decoder.hasBytes()) {
                closeAfterFlush();
            }
        });
    }

    private void changed(boolean nowBusy) {
        changedNanos = System.nanoTime();
        busy = nowBusy;
    }

    /** Whether it waits for a request and the other does not, or does what both do for longer. Safe from any thread. */
    boolean isMoreIdleThan(ClientConnection other) {
        return busy == other.busy ? changedNanos - other.changedNanos < 0 : !busy;
    }

    /** Closes the connection, also with a request under way. Safe from any thread. */
    void kill() {
        channel.eventLoop().execute(this::close);
    }

    /** How long its request has been under way that is counted there, in nanoseconds; -1 if there is none. On its event loop. */
    long nanosOn(UseCount uses) {
        return terms.nanosOn(uses);
    }

    Peer peer() {
        return peer;
    }

    private void close() {
        if (openEnded) {
            OpenEnd.reset(channel);
        } else {
            channel.close();
        }
    }

    // For the exchange.

    @Override
    public EventLoop loop() {
        return channel.eventLoop();
    }

    @Override
    public ByteBufAllocator allocator() {
        return channel.alloc();
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    @Override
    public void read() {
        if (!decoder.hasBytes() || requestOpen) {
            channel.read();
        }
    }

    @Override
    public void writeContinue() {
        encoder.nextAnswers(false);
        calls.write(
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        flush();
    }

    @Override
    public void writeHead(HttpResponse head, boolean toHeadRequest) {
        encoder.nextAnswers(toHeadRequest);
        if (!head.headers().contains(HttpHeaderNames.DATE)) {
            head.headers().set(HttpHeaderNames.DATE, listener.date().now());
        }
        openEnded = !toHeadRequest && OpenEnd.hasOne(head);
        calls.write(head);
    }

    @Override
    public void writeBody(ByteBuf part) {
        calls.write(part);
    }

    @Override
    public void writeContent(HttpContent part) {
        calls.write(part);
    }

    @Override
    public void flush() {
        calls.flush();
    }

    @Override
    public void deadline(long nanoTime) {
        deadline.set(nanoTime);
    }

    @Override
    public void clearDeadline() {
        deadline.clear();
    }

    @Override
    public long bodyTimeoutNanos() {
        return terms.now().bodyNanos();
    }

    @Override
    public long untaken() {
        return untaken.bytes();
    }

    @Override
    public void exchangeEnded() {
        ended();
        nextRequest();
    }

    private void nextRequest() {
        if (decoder.hasNoRoom()) {
            refuse(
                    Failure.of(FailureKind.OVERLOADED, "requests that are not complete hold too many bytes"),
                    Asked.NOTHING);
        } else if ((listener.stopping() || !terms.hold()) && !decoder.hasBytes()) {
            closeAfterFlush();
        } else if (!isTaken() || !encoder.mayContinue()) {
            answersUntaken = true;
            untaken.await(terms.now().bodyNanos());
        } else {
            awaitRequest();
            decoder.readHeld();
            if (exchange != null) {
                Guarded.enter(exchange, HttpExchange::onClientReadComplete);
            } else if (!lingering) {
                awaitHead();
            }
        }
    }

    // Answers of the gateway's own are written whole, so that a client that takes none could have any number made.
    private boolean isTaken() {
        if (!channel.isWritable()) {
            channel.flush();
        }
        return channel.isWritable();
    }

    private void ended() {
        exchange = null;
        changed(false);
        terms.end();
    }

    private void awaitRequest() {
        headBegun = false;
        untaken.await(terms.now().idleNanos());
        decoder.next();
    }

    @Override
    public void closeAfterFlush() {
        ended();
        if (lingering) {
            return;
        }
        lingering = true;
        untaken.await(terms.now().bodyNanos());
        decoder.discardRest();
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener((ChannelFutureListener) written -> {
            if (written.isSuccess()) {
                openEnded = false;
                untaken.await(LINGER_NANOS);
                OutputEnd.reach(channel, channel::read, this::close);
            } else {
                close();
            }
        });
    }

    @Override
    public void abort() {
        ended();
        close();
    }
}
