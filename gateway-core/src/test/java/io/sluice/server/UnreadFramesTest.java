package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bodies in frames of one byte, of which a connection's windows take a million. */
class UnreadFramesTest {
    // GET https / of RFC 7541's static table.
    private static final byte[] REQUEST = {(byte) 0x82, (byte) 0x87, (byte) 0x84, 0x01, 1, 'a'};
    private static final int NONE = -1;
    /** Stream 1 is that of an upgrade. */
    private static final int FIRST = 3;

    private boolean reading;
    private @Nullable Throwable failure;
    /** The stream that was opened last. */
    private @Nullable Http2StreamChannel opened;

    private final EmbeddedChannel channel = new EmbeddedChannel();

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void endTheConnectionIfTooManyWait() {
        open();
        begin(FIRST);
        data(FIRST, UnreadFrames.MOST);
        assertThat(goAway()).isEqualTo(NONE);
        data(FIRST, 1);
        assertThat(goAway()).isEqualTo((int) Http2Error.ENHANCE_YOUR_CALM.code());
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void areCountedOverAllStreams() {
        open();
        begin(FIRST);
        begin(FIRST + 2);
        data(FIRST, UnreadFrames.MOST / 2);
        data(FIRST + 2, UnreadFrames.MOST / 2);
        assertThat(goAway()).isEqualTo(NONE);
        data(FIRST + 2, 1);
        assertThat(goAway()).isEqualTo((int) Http2Error.ENHANCE_YOUR_CALM.code());
    }

    @Test
    void mayBeAnyNumberIfTheyAreRead() {
        reading = true;
        open();
        begin(FIRST);
        data(FIRST, 4 * UnreadFrames.MOST);
        assertThat(goAway()).isEqualTo(NONE);
    }

    @Test
    void countNoLongerOnceTheirStreamIsClosed() {
        open();
        for (int stream = FIRST; stream < FIRST + 8; stream += 2) {
            begin(stream);
            data(stream, UnreadFrames.MOST / 2);
            Objects.requireNonNull(opened).close();
        }
        assertThat(failure).isNull();
        assertThat(goAway()).isEqualTo(NONE);
    }

    private void open() {
        UnreadFrames unread = new UnreadFrames();
        channel.pipeline().addLast(new MultiplexedCodec(100, unread).build());
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
            public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                failure = cause;
            }
        });
        channel.writeInbound(Http2CodecUtil.connectionPrefaceBuf());
        channel.writeInbound(frame(Http2FrameTypes.SETTINGS, 0, 0, new byte[0]));
    }

    private void begin(int stream) {
        channel.writeInbound(frame(Http2FrameTypes.HEADERS, 4, stream, REQUEST));
    }

    // As a socket hands them on: many at a time.
    private void data(int stream, int frames) {
        byte[] one = {'x'};
        for (int left = frames; left > 0; left -= 1024) {
            ByteBuf together = Unpooled.buffer();
            for (int i = Math.min(left, 1024); i > 0; i--) {
                together.writeBytes(frame(Http2FrameTypes.DATA, 0, stream, one));
            }
            channel.writeInbound(together);
        }
    }

    private static ByteBuf frame(int type, int flags, int stream, byte[] payload) {
        return Unpooled.buffer()
                .writeMedium(payload.length)
                .writeByte(type)
                .writeByte(flags)
                .writeInt(stream)
                .writeBytes(payload);
    }

    /** The error code of GOAWAY in what was sent since the last call. */
    private int goAway() {
        int code = NONE;
        for (ByteBuf sent = channel.readOutbound(); sent != null; sent = channel.readOutbound()) {
            while (sent.readableBytes() >= Http2CodecUtil.FRAME_HEADER_LENGTH) {
                int length = sent.readMedium();
                int type = sent.readByte();
                sent.skipBytes(5);
                if (type == Http2FrameTypes.GO_AWAY) {
                    code = sent.getInt(sent.readerIndex() + 4);
                    // Its text follows in a buffer of its own.
                    sent.skipBytes(sent.readableBytes());
                } else {
                    sent.skipBytes(Math.min(length, sent.readableBytes()));
                }
            }
            sent.release();
        }
        return code;
    }
}
