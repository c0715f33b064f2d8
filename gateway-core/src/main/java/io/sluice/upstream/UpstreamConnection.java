package io.sluice.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a node, used by one request at a time. While it is idle one read stays pending, so that a server that closes
 * it is seen before it is used. On its event loop only.
 */
public final class UpstreamConnection extends ChannelInboundHandlerAdapter implements Relay {
    private final NodePool pool;
    private final Channel channel;
    private final Deadline idleEnds;
    private @Nullable UpstreamUser user;
    /** True iff somebody has the connection. */
    private boolean inUse;
    /** True iff the request in use has been written to its end. */
    private boolean requestEnded;
    /** True iff the last answer ended and allows another request. */
    private boolean reusable = true;
    /** True iff what is being read belongs to an informational answer. */
    private boolean informational;
    /** True iff the answer in use has been read to its end. */
    private boolean responseEnded;
    /** True iff the channel is closed and the pool knows. */
    private boolean closed;

    UpstreamConnection(NodePool pool, Channel channel) {
        this.pool = pool;
        this.channel = channel;
        this.idleEnds = new Deadline(channel.eventLoop(), this::abort);
    }

    public UpstreamNode node() {
        return pool.node();
    }

    @Override
    public void begin(UpstreamUser newUser) {
        user = newUser;
        requestEnded = false;
        responseEnded = false;
        reusable = false;
    }

    @Override
    public void writeHead(HttpRequest head) {
        channel.write(head, channel.voidPromise());
    }

    @Override
    public void writeBody(ByteBuf part) {
        channel.write(part, channel.voidPromise());
    }

    @Override
    public void write(HttpObject part) {
        if (part instanceof LastHttpContent) {
            requestEnded = true;
        }
        channel.write(part, channel.voidPromise());
    }

    @Override
    public void flush() {
        channel.flush();
    }

    /** True iff the connection's buffer is under its watermark. */
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
        if (reusable && requestEnded && responseEnded && channel.isActive()) {
            inUse = false;
            pool.released(this);
        } else {
            abort();
        }
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
        closeOnce();
        channel.close();
    }

    private void closeOnce() {
        if (!closed) {
            closed = true;
            idleEnds.close();
            pool.closed(this, inUse);
        }
    }

    @Override
    public void reportSuccess() {
        node().health().succeeded();
    }

    @Override
    public boolean boundsItsWaits() {
        return false;
    }

    boolean isUsable() {
        return channel.isActive() && !closed;
    }

    void taken() {
        inUse = true;
        idleEnds.clear();
        node().began();
    }

    void idleUntil(long nanoTime) {
        idleEnds.set(nanoTime);
        channel.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        UpstreamUser current = user;
        if (current == null) {
            // An answer nobody asked for, or the rest of one that is no longer wanted.
            ReferenceCountUtil.release(message);
            abort();
            return;
        }
        HttpObject part = (HttpObject) message;
        if (part.decoderResult().isFailure()) {
            ReferenceCountUtil.release(message);
            fail(Failure.of(FailureKind.UPSTREAM_RESET, "the answer of node " + node() + " is not valid HTTP"));
        } else if (part instanceof HttpResponse head) {
            onHead(current, head);
        } else if (part instanceof HttpContent content) {
            onContent(current, content);
        }
    }

    private void onHead(UpstreamUser current, HttpResponse head) {
        informational = head.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        if (informational) {
            return;
        }
        reusable = HttpUtil.isKeepAlive(head);
        current.onResponseHead(head);
    }

    private void onContent(UpstreamUser current, HttpContent content) {
        if (informational) {
            informational = !(content instanceof LastHttpContent);
            content.release();
            return;
        }
        responseEnded = content instanceof LastHttpContent;
        current.onResponseContent(content);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (user != null) {
            user.onResponseReadComplete();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (user != null) {
            user.onUpstreamWritabilityChanged();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail(Failure.of(
                FailureKind.UPSTREAM_RESET,
                "node " + node() + " closed the connection before its answer was complete"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail(Failure.of(
                FailureKind.UPSTREAM_RESET, "the connection to node " + node() + " broke: " + cause.getMessage()));
    }

    private void fail(Failure failure) {
        UpstreamUser current = user;
        user = null;
        closeOnce();
        channel.close();
        if (current != null) {
            node().health().failed();
            current.onUpstreamFailure(failure);
        }
    }
}
