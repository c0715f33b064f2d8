package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.sluice.wire.BadMessageException.Fault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads one message after another, each only when its owner asks for it. A head is held as bytes until it is complete; then it is
 * checked, and Netty's decoder makes objects of it. After a fault nothing more is read. On one event loop, for one connection.
 */
public abstract class MessageDecoder extends ByteToMessageDecoder {
    private final HeldBytes budget;
    private final HeadScanner heads;
    private final BodyReader body;
    private final Parsers parsers;
    private @Nullable ChannelHandlerContext context;
    private Part part = Part.HEAD;
    /** The bytes that are counted in the budget. */
    private long held;
    /** The next message must be read. */
    private boolean awaited;
    /** Bytes are being decoded further up the stack. */
    private boolean reading;
    /** The held bytes found no room in the budget and are dropped. */
    private boolean noRoom;
    /** The peer has sent a byte at some time. */
    private boolean received;
    /** The peer has ended TLS, so that it sends no more. */
    private boolean endedByTls;

    private enum Part {
        HEAD,
        BODY,
        REFUSED
    }

    MessageDecoder(HeadScanner.Kind kind, WireLimits limits, HeldBytes budget) {
        this.budget = budget;
        this.heads = new HeadScanner(kind, limits);
        this.parsers = new Parsers(this::newParser);
        this.body = new BodyReader(limits, parsers);
    }

    abstract MessageParser newParser();

    /** What stands for a head that cannot be read, of which these are the bytes, if they are still there. */
    abstract HttpMessage newInvalidHead(ByteBuf head);

    /** Bytes have come although no message is awaited. */
    abstract void onUnawaited(ByteBuf in);

    /** Removes from the buffer the bytes that may stand before a head. */
    abstract void skipEmptyLines(ByteBuf in);

    /**
     * Checks a head of valid syntax.
     *
     * @param ended true if no body follows
     * @return true if it only announces another, which follows at once; it is dropped then
     * @throws BadMessageException if it is not acceptable
     */
    abstract boolean isInterim(HttpMessage head, boolean ended);

    /** Reads the next message when it arrives; {@link #readOn} reads the bytes that are already there. */
    final void awaitMessage() {
        awaited = true;
    }

    /** True if a message is awaited and only a part of its head has come. */
    public final boolean isInHead() {
        return awaited && part == Part.HEAD && hasBytes();
    }

    /** True if bytes wait that were not decoded. */
    public final boolean hasBytes() {
        return internalBuffer().isReadable();
    }

    /** True if bytes were dropped, as all connections together hold too many, so that there is no next message. */
    public final boolean hasNoRoom() {
        return noRoom;
    }

    /** Whether the peer has ever sent a byte of application data, even of a head that is not complete. */
    public final boolean hasReceived() {
        return received;
    }

    /** True if the peer has ended TLS, so that no more comes, whether or not that has been handed on. */
    public final boolean hasEnded() {
        ChannelHandlerContext current = context;
        SslHandler tls = current == null ? null : current.pipeline().get(SslHandler.class);
        return endedByTls || tls != null && tls.engine().isInboundDone();
    }

    /** Throws away all bytes that come from now on. */
    public final void discardRest() {
        part = Part.REFUSED;
        readOn();
    }

    /** Decodes the held bytes. Does nothing while bytes are being decoded, since decoding then continues anyway. */
    final void readOn() {
        ChannelHandlerContext current = context;
        if (current != null && !reading && hasBytes()) {
            try {
                channelRead(current, Unpooled.EMPTY_BUFFER);
            } catch (Exception e) {
                current.fireExceptionCaught(e);
            }
        }
    }

    @Override
    public final void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    protected final void handlerRemoved0(ChannelHandlerContext removed) throws Exception {
        context = null;
        budget.release(held);
        held = 0;
        parsers.close(removed);
    }

    @Override
    public final void channelRead(ChannelHandlerContext current, Object message) throws Exception {
        reading = true;
        received |= message instanceof ByteBuf bytes && bytes.isReadable();
        try {
            super.channelRead(current, message);
            if (!count()) {
                noRoom = true;
                super.channelRead(current, Unpooled.EMPTY_BUFFER);
            }
        } finally {
            reading = false;
        }
    }

    // The capacity of the buffer counts, which may be much larger than its content.
    private boolean count() {
        long now = internalBuffer().capacity();
        if (now > held && !budget.hold(now - held)) {
            return false;
        }
        if (now < held) {
            budget.release(held - now);
        }
        held = now;
        return true;
    }

    // Netty's decoder asks for more if a read produced nothing, even if its bytes only had to be held.
    @Override
    public final void channelReadComplete(ChannelHandlerContext current) throws Exception {
        if (awaited) {
            super.channelReadComplete(current);
        } else {
            current.fireChannelReadComplete();
        }
    }

    @Override
    protected final void decode(ChannelHandlerContext current, ByteBuf in, List<Object> out) throws Exception {
        if (part == Part.REFUSED) {
            in.skipBytes(in.readableBytes());
            return;
        }
        try {
            if (noRoom) {
                throw new BadMessageException(Fault.NO_ROOM, "requests that are not complete hold too many bytes");
            }
            if (!awaited) {
                onUnawaited(in);
            } else if (part == Part.HEAD) {
                readHead(current, in, out);
            } else {
                readBody(current, in, out);
            }
        } catch (BadMessageException e) {
            refuse(e, in, out);
        }
    }

    @Override
    public final void userEventTriggered(ChannelHandlerContext current, Object event) throws Exception {
        super.userEventTriggered(current, event);
        if (event instanceof SslCloseCompletionEvent closed && closed.isSuccess()) {
            endedByTls = true;
            closeWithTls(current);
        }
    }

    // Nothing can come any more, whenever the peer ends TCP: what follows is as after the end of a plain connection.
    private static void closeWithTls(ChannelHandlerContext current) {
        current.close();
        ChannelHandlerContext tls = current.pipeline().context(SslHandler.class);
        if (tls != null && current.channel().isOpen()) {
            // Bytes that the peer does not take stand before the last word of TLS.
            tls.close();
        }
    }

    @Override
    protected final void decodeLast(ChannelHandlerContext current, ByteBuf in, List<Object> out) throws Exception {
        super.decodeLast(current, in, out);
        if (part == Part.BODY && body.endsWithConnection() && isEndOfPeer(current)) {
            out.add(LastHttpContent.EMPTY_LAST_CONTENT);
            messageEnded(current);
        }
    }

    // RFC 9112, 9.8: any party may have ended TCP.
    private boolean isEndOfPeer(ChannelHandlerContext current) {
        return endedByTls || current.pipeline().get(SslHandler.class) == null;
    }

    private void refuse(BadMessageException fault, ByteBuf in, List<Object> out) {
        if (awaited) {
            HttpObject invalid =
                    part == Part.HEAD ? newInvalidHead(in) : new DefaultLastHttpContent(Unpooled.EMPTY_BUFFER);
            invalid.setDecoderResult(DecoderResult.failure(fault));
            part = Part.REFUSED;
            out.add(invalid);
        }
        in.skipBytes(in.readableBytes());
    }

    private void readHead(ChannelHandlerContext current, ByteBuf in, List<Object> out) throws Exception {
        skipEmptyLines(in);
        int length = heads.scan(in);
        if (length < 0) {
            return;
        }
        int start = in.readerIndex();
        int end = start + length;
        int begin = out.size();
        parsers.willRead(heads.takeLongestLine());
        parsers.parser().parse(current, in, out);
        HttpMessage head = (HttpMessage) out.get(begin);
        if (head.decoderResult().isFailure()) {
            part = Part.REFUSED;
            return;
        }
        boolean ended = out.getLast() instanceof LastHttpContent;
        try {
            if (in.readerIndex() != end) {
                throw BadMessageException.syntax("its head can be read in two ways");
            }
            if (isInterim(head, ended)) {
                drop(out, begin);
                return;
            }
        } catch (BadMessageException e) {
            drop(out, begin);
            in.readerIndex(start);
            throw e;
        }
        if (ended) {
            messageEnded(current);
        } else {
            part = Part.BODY;
            body.begin(HttpUtil.isTransferEncodingChunked(head), HttpUtil.isContentLengthSet(head));
        }
    }

    private static void drop(List<Object> out, int from) {
        while (out.size() > from) {
            ReferenceCountUtil.release(out.removeLast());
        }
    }

    private void readBody(ChannelHandlerContext current, ByteBuf in, List<Object> out) throws Exception {
        body.read(current, in, out);
        if (!out.isEmpty() && out.getLast() instanceof LastHttpContent last) {
            if (last.decoderResult().isFailure()) {
                part = Part.REFUSED;
            } else {
                messageEnded(current);
            }
        }
    }

    private void messageEnded(ChannelHandlerContext current) throws Exception {
        part = Part.HEAD;
        awaited = false;
        parsers.messageEnded(current);
    }
}
