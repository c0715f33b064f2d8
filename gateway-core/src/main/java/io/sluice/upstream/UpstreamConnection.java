package io.sluice.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.tls.HandshakeFailure;
import io.sluice.wire.BadMessageException;
import io.sluice.wire.StrictResponseDecoder;
import java.net.InetAddress;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a node, used by one request at a time. While it is idle one read stays pending, so that a server that closes
 * it is seen before it is used. It goes back to its pool only when the read in which the answer ended has shown that nothing is
 * behind the answer; a connection on which anything else comes is closed. On its event loop only.
 */
public final class UpstreamConnection extends ChannelInboundHandlerAdapter implements Relay {
    private final ConnectionOwner owner;
    private final Channel channel;
    private final StrictResponseDecoder decoder;
    private final Deadline idleEnds;
    private final ChannelCalls calls;
    private @Nullable UpstreamUser user;
    /** The waiter that got the connection; null while it is idle. */
    private @Nullable ConnectionWaiter holder;
    /** Somebody has the connection. */
    private boolean inUse;
    /** The head of the request in use has been written. */
    private boolean requestBegun;
    /** The request in use has been written to its end. */
    private boolean requestEnded;
    /** Something was written since the last flush. */
    private boolean unflushed;
    /** The last answer allows another request. */
    private boolean reusable = true;
    /** The answer in use has been read to its end. */
    private boolean responseEnded;
    /** Parts of the last read are still being handed over. */
    private boolean inRead;
    /** The user is done with it, and the end of the read is awaited. */
    private boolean returning;
    /** Bytes came that belong to no request. */
    private boolean tainted;
    /** The channel is closed and the pool knows. */
    private boolean closed;

    private @Nullable InetAddress client;
    /** The head that was sent last, until its answer has begun. */
    private @Nullable HttpRequest unanswered;
    /** What broke the handshake after the gateway's side had ended. */
    private @Nullable Failure refusal;

    UpstreamConnection(ConnectionOwner owner, Channel channel, StrictResponseDecoder decoder) {
        this.owner = owner;
        this.channel = channel;
        this.decoder = decoder;
        this.calls = new ChannelCalls(channel);
        this.idleEnds = new Deadline(channel.eventLoop(), this::abort);
    }

    @Override
    public UpstreamNode node() {
        return owner.node();
    }

    @Override
    public void begin(UpstreamUser newUser) {
        user = newUser;
        requestBegun = false;
        requestEnded = false;
        responseEnded = false;
        reusable = false;
    }

    @Override
    public void writeHead(HttpRequest head) {
        decoder.requestBegins(head.method().equals(HttpMethod.HEAD));
        unanswered = head;
        requestBegun = true;
        writeToChannel(head);
    }

    @Override
    public void writeBody(ByteBuf part) {
        writeToChannel(part);
    }

    @Override
    public void write(HttpObject part) {
        if (part instanceof LastHttpContent) {
            requestEnded = true;
        }
        writeToChannel(part);
    }

    private void writeToChannel(Object part) {
        unflushed = true;
        calls.write(part);
    }

    @Override
    public void flush() {
        unflushed = false;
        calls.flush();
    }

    /** Whether the connection's buffer is under its watermark. */
    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    @Override
    public void read() {
        channel.read();
    }

    /** Gives the connection back after the answer has ended; it is kept if request and answer allow it, else closed. */
    @Override
    public void release() {
        user = null;
        holder = null;
        if (!reusable || !requestEnded || !responseEnded || !channel.isActive() || holdsRequest()) {
            abort();
        } else {
            returning = true;
            if (!inRead) {
                endOfRead();
            }
        }
    }

    // A read that filled its buffer to the last byte does not show whether anything is behind the answer: the
    // connection goes back after the event loop has looked for more once.
    private void endOfRead() {
        if (filledItsBuffer()) {
            channel.read();
            channel.eventLoop().execute(() -> channel.eventLoop().schedule(this::giveBack, 1, TimeUnit.NANOSECONDS));
        } else {
            giveBack();
        }
    }

    // A node that answers before it has taken the request may never take the rest, which would stand before the next
    // one.
    private boolean holdsRequest() {
        ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
        return unflushed || out != null && out.totalPendingWriteBytes() > 0;
    }

    private void giveBack() {
        if (returning && !closed) {
            returning = false;
            inUse = false;
            owner.released(this);
        }
    }

    private boolean filledItsBuffer() {
        var last = channel.unsafe().recvBufAllocHandle();
        return last.lastBytesRead() > 0 && last.lastBytesRead() == last.attemptedBytesRead();
    }

    /** Gives the connection back although nothing was written to it. */
    @Override
    public void releaseUnused() {
        requestEnded = true;
        responseEnded = true;
        reusable = true;
        release();
    }

    /** Closes the connection at once, without ending what is under way. */
    @Override
    public void abort() {
        user = null;
        close();
    }

    private void close() {
        closeOnce();
        channel.close();
    }

    private void closeOnce() {
        if (!closed) {
            closed = true;
            idleEnds.close();
            owner.closed(this, inUse);
        }
    }

    @Override
    public void reportSuccess() {
        node().health().succeeded();
    }

    boolean isUsable() {
        return channel.isActive() && !closed && !decoder.hasEnded();
    }

    /** Whether the waiter got the connection and has not given it back. */
    boolean isHeldBy(ConnectionWaiter waiter) {
        return waiter.equals(holder);
    }

    void taken(ConnectionWaiter waiter, @Nullable InetAddress forClient) {
        holder = waiter;
        client = forClient;
        inUse = true;
        idleEnds.clear();
        node().began();
    }

    /** Whose request it is or was in use for; null for the gateway's own. */
    @Nullable InetAddress client() {
        return client;
    }

    void idleUntil(long nanoTime) {
        idleEnds.set(nanoTime);
        channel.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        inRead = true;
        UpstreamUser current = user;
        if (current == null) {
            // The rest of an answer that is no longer wanted.
            ReferenceCountUtil.release(message);
            abort();
            return;
        }
        HttpObject part = (HttpObject) message;
        if (part.decoderResult().isFailure()) {
            ReferenceCountUtil.release(message);
            fail(invalid(part.decoderResult().cause()));
        } else if (part instanceof HttpResponse head) {
            HttpRequest asked = unanswered;
            unanswered = null;
            reusable = HttpUtil.isKeepAlive(head) && (asked == null || !UnusualHead.mayHaveEnded(asked, head));
            node().product().answered(head);
            tell(current, head, UpstreamUser::onResponseHead);
        } else if (part instanceof HttpContent content) {
            responseEnded = content instanceof LastHttpContent;
            tell(current, content, UpstreamUser::onResponseContent);
        }
    }

    private Failure invalid(@Nullable Throwable cause) {
        String why = cause instanceof BadMessageException known ? ": " + known.getMessage() : "";
        return Failure.of(FailureKind.UPSTREAM_RESET, "the answer of node " + node() + " is not valid HTTP" + why);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        inRead = false;
        if (decoder.unasked() > 0 && !tainted && !closed) {
            tainted = true;
            onUnasked();
        } else if (returning) {
            endOfRead();
        }
        if (user != null) {
            tell(user, this, (current, read) -> current.onResponseReadComplete());
        }
    }

    // Bytes after the end of an answer or before a request belong to no answer.
    private void onUnasked() {
        node().sentUnasked(decoder.unasked());
        reusable = false;
        if (user == null) {
            abort();
        } else if (!responseEnded) {
            fail(Failure.of(
                    FailureKind.UPSTREAM_RESET, "node " + node() + " sent an answer before the request was begun"));
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        calls.callBack(() -> {
            if (user != null) {
                tell(user, this, (current, changed) -> current.onUpstreamWritabilityChanged());
            }
        });
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail(Failure.of(
                FailureKind.UPSTREAM_RESET,
                "node " + node() + " closed the connection before its answer was complete"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        UpstreamUser current = user;
        if (cause.getCause() instanceof SSLException alert) {
            switch (HandshakeFailure.of(alert)) {
                case REFUSED -> refused(alert);
                // The node began a handshake anew, which OpenSSL does not take part in.
                case PROTOCOL -> node().handshakeFailed(alert);
                default -> {}
            }
        }
        calls.callBack(() -> broken(current, cause));
    }

    // In TLS 1.3 a node looks at the gateway's certificate once the gateway's side of the handshake is over, and hands
    // no request on before it has (RFC 8446, 4.4.2.4 and 6.2): what was written until then was executed by nobody. A
    // node that has sent one byte of an answer is past that, whatever its alert says.
    private void refused(SSLException alert) {
        node().handshakeFailed(alert);
        if (!decoder.hasReceived()) {
            refusal = Failure.of(
                    FailureKind.UPSTREAM_CONNECT,
                    "cannot connect to node " + node() + ": " + HandshakeFailure.REFUSED.description());
        }
    }

    private void broken(@Nullable UpstreamUser then, Throwable cause) {
        if (!Objects.equals(then, user)) {
            // It is somebody else's by now, or nobody's, and has been closed if it could not be kept.
            return;
        }
        if (cause instanceof EncoderException && then != null) {
            // The message to write is wrong, which is not the node's fault.
            abort();
            then.onThrown(cause);
            return;
        }
        fail(Objects.requireNonNullElseGet(
                refusal,
                () -> Failure.of(
                        FailureKind.UPSTREAM_RESET,
                        "the connection to node " + node() + " broke: " + cause.getMessage())));
    }

    // A user that has the end of its answer may hand the answer on for long yet: what becomes of the connection
    // meanwhile is no failure, neither of its request nor of the node.
    private void fail(Failure failure) {
        UpstreamUser current = user;
        if (current == null || responseEnded) {
            close();
            return;
        }
        abort();
        if (requestBegun || failure.kind() == FailureKind.UPSTREAM_CONNECT) {
            current.onBroken(node().health());
            Guarded.enter(current, failure, UpstreamUser::onUpstreamFailure);
        } else {
            // To the node the connection was idle, and it may end those at any time.
            String reason = failure.reason() + "; nothing of the request had been sent";
            Guarded.enter(current, Failure.of(FailureKind.UPSTREAM_CONNECT, reason), UpstreamUser::onUpstreamFailure);
        }
    }

    // A user that threw is not called again.
    private <A> void tell(UpstreamUser current, A what, BiConsumer<UpstreamUser, A> call) {
        if (!Guarded.enter(current, what, call) && current.equals(user)) {
            abort();
        }
    }
}
