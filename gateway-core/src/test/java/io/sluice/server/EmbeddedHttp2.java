package io.sluice.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.ReferenceCountUtil;
import io.sluice.wire.WireLimits;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The gateway's side of a connection of HTTP/2 without a socket, and what its client sends and gets. */
final class EmbeddedHttp2 implements AutoCloseable {
    /** Stream 1 is that of an upgrade. */
    static final int FIRST = 3;

    static final int END_STREAM = 1;
    static final int END_HEADERS = 4;
    // GET https / of RFC 7541's static table.
    static final byte[] REQUEST = {(byte) 0x82, (byte) 0x87, (byte) 0x84, 0x01, 1, 'a'};

    private static final WireLimits LIMITS = new WireLimits(16 * 1024, 32 * 1024, 200);

    private final EmbeddedChannel channel = new EmbeddedChannel() {
        @Override
        protected SocketAddress remoteAddress0() {
            return new InetSocketAddress("127.0.0.1", 1);
        }
    };
    private final UnreadFrames unread = new UnreadFrames();
    private @Nullable Throwable failure;
    private @Nullable Http2StreamChannel opened;

    EmbeddedChannel channel() {
        return channel;
    }

    /** Of the codec; null if there was none. */
    @Nullable Throwable failure() {
        return failure;
    }

    /** The stream that was opened last. */
    Http2StreamChannel opened() {
        return Objects.requireNonNull(opened);
    }

    /** Puts the codec into the pipeline, with streams that nobody reads unless {@code reading}. */
    EmbeddedHttp2 withStreams(boolean reading) {
        channel.pipeline().addLast(new MultiplexedCodec(100, LIMITS, unread).build());
        channel.pipeline().addLast(new Http2MultiplexHandler(new ChannelInitializer<Http2StreamChannel>() {
            @Override
            protected void initChannel(Http2StreamChannel stream) {
                opened = stream;
                stream.config().setAutoRead(reading);
                stream.pipeline().addLast(unread.of(stream));
            }
        }));
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object frame) {
                ReferenceCountUtil.release(frame);
            }

            @Override
            public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                failure = cause;
            }
        });
        return this;
    }

    /** The client takes no byte from now on. */
    void takeNothing() {
        channel.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
            @Override
            public void flush(ChannelHandlerContext context) {}
        });
    }

    /** Sends the preface. */
    EmbeddedHttp2 begin(byte... settings) {
        channel.writeInbound(Http2CodecUtil.connectionPrefaceBuf());
        return send(Http2FrameTypes.SETTINGS, 0, 0, settings);
    }

    EmbeddedHttp2 request(int stream, boolean end) {
        return send(Http2FrameTypes.HEADERS, END_HEADERS | (end ? END_STREAM : 0), stream, REQUEST);
    }

    /** Sends the head of a whole request. */
    EmbeddedHttp2 head(int stream, byte... block) {
        List<byte[]> parts = RawHttp2.parts(block);
        for (int i = 0; i < parts.size(); i++) {
            int flags = (i == 0 ? END_STREAM : 0) | (i == parts.size() - 1 ? END_HEADERS : 0);
            send(i == 0 ? Http2FrameTypes.HEADERS : Http2FrameTypes.CONTINUATION, flags, stream, parts.get(i));
        }
        return this;
    }

    EmbeddedHttp2 send(int type, int flags, int stream, byte... payload) {
        channel.writeInbound(frame(type, flags, stream, payload));
        return this;
    }

    /** Sends a frame many times, as a socket hands them on: many at a time. */
    EmbeddedHttp2 sendMany(int times, int type, int stream, byte... payload) {
        for (int left = times; left > 0 && channel.isOpen(); left -= 1024) {
            ByteBuf together = Unpooled.buffer();
            for (int i = Math.min(left, 1024); i > 0; i--) {
                together.writeBytes(frame(type, 0, stream, payload));
            }
            channel.writeInbound(together);
        }
        return this;
    }

    static ByteBuf frame(int type, int flags, int stream, byte... payload) {
        return Unpooled.buffer()
                .writeMedium(payload.length)
                .writeByte(type)
                .writeByte(flags)
                .writeInt(stream)
                .writeBytes(payload);
    }

    /** What the client got since the last call. */
    List<RawHttp2.Frame> got() {
        ByteBuf all = Unpooled.buffer();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            all.writeBytes(part);
            part.release();
        }
        List<RawHttp2.Frame> frames = new ArrayList<>();
        while (all.isReadable()) {
            byte[] payload = new byte[all.readMedium()];
            int type = all.readByte();
            all.skipBytes(1);
            int stream = all.readInt();
            all.readBytes(payload);
            frames.add(new RawHttp2.Frame(type, stream, payload));
        }
        return frames;
    }

    /** The error codes of the frames of one type that the client got since the last call. */
    List<Integer> codes(int type) {
        return got().stream()
                .filter(frame -> frame.type() == type)
                .map(RawHttp2.Frame::code)
                .toList();
    }

    @Override
    public void close() {
        channel.finishAndReleaseAll();
    }
}
