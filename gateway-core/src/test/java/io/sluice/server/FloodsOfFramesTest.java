package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2PriorityFrame;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Frames that no window counts, on a connection whose stream nobody reads. */
class FloodsOfFramesTest {
    private static final int FIRST = EmbeddedHttp2.FIRST;
    private static final int UNKNOWN = 0xfa;
    private static final int PRIORITY_UPDATE = 0x10;
    private static final int LONGEST = 1 << 14;

    private final EmbeddedHttp2 http2 = new EmbeddedHttp2();

    @AfterEach
    void close() {
        http2.close();
    }

    @ParameterizedTest
    @CsvSource({
        UNKNOWN + ", " + FIRST + ", " + LONGEST,
        UNKNOWN + ", 0, " + LONGEST,
        PRIORITY_UPDATE + ", " + FIRST + ", 100",
        PRIORITY_UPDATE + ", 0, 100",
        Http2FrameTypes.GO_AWAY + ", 0, " + LONGEST,
        Http2FrameTypes.PING + ", 0, 8",
        Http2FrameTypes.SETTINGS + ", 0, 6",
        Http2FrameTypes.PRIORITY + ", " + FIRST + ", 5",
    })
    void leaveNothing(int type, int stream, int length) {
        http2.withStreams(false).begin().request(FIRST, false);
        ByteBuf frame = EmbeddedHttp2.frame(type, 0, stream, new byte[length]);
        http2.channel().writeInbound(frame);
        assertThat(http2.failure()).isNull();
        assertThat(frame.refCnt()).isZero();
    }

    /** A part of a buffer keeps all of it. */
    @Test
    void leaveNoneOfTheirBytesBesideASmallBody() {
        http2.withStreams(false).begin().request(FIRST, false);
        ByteBuf read = Unpooled.buffer()
                .writeBytes(EmbeddedHttp2.frame(Http2FrameTypes.DATA, 0, FIRST, (byte) 'x'))
                .writeBytes(EmbeddedHttp2.frame(UNKNOWN, 0, FIRST, new byte[LONGEST]));
        http2.channel().writeInbound(read);
        assertThat(http2.failure()).isNull();
        assertThat(read.refCnt()).isZero();
    }

    @Test
    void areHandedOnAtOnceWhereTheyArePriorities() {
        http2.withStreams(false).begin().request(FIRST, false);
        AtomicInteger seen = new AtomicInteger();
        http2.opened().pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void userEventTriggered(ChannelHandlerContext context, Object event) {
                if (event instanceof Http2PriorityFrame) {
                    seen.incrementAndGet();
                }
            }
        });
        http2.sendMany(100, Http2FrameTypes.PRIORITY, FIRST, new byte[5]);
        assertThat(seen).hasValue(100);
    }

    @Test
    void endTheConnectionOfAClientThatPingsAndTakesNoAnswer() {
        http2.withStreams(false).begin();
        http2.takeNothing();
        http2.sendMany(MultiplexedEncoder.MOST_UNTAKEN, Http2FrameTypes.PING, 0, new byte[8]);
        assertThat(http2.channel().isOpen()).isTrue();
        http2.sendMany(1, Http2FrameTypes.PING, 0, new byte[8]);
        assertThat(http2.channel().isOpen()).isFalse();
    }

    @Test
    void endTheConnectionIfTheyAreSettings() {
        http2.withStreams(false).begin();
        http2.sendMany(MultiplexedCodec.MOST_SETTINGS - 1, Http2FrameTypes.SETTINGS, 0);
        assertThat(http2.codes(RawHttp2.GO_AWAY)).isEmpty();
        http2.sendMany(1, Http2FrameTypes.SETTINGS, 0);
        assertThat(http2.codes(RawHttp2.GO_AWAY)).containsExactly(RawHttp2.ENHANCE_YOUR_CALM);
    }

    @Test
    void endTheConnectionIfTheyAreEmptyParts() {
        http2.withStreams(false).begin().request(FIRST, false);
        http2.sendMany(3, Http2FrameTypes.DATA, FIRST);
        assertThat(http2.codes(RawHttp2.GO_AWAY)).containsExactly(RawHttp2.ENHANCE_YOUR_CALM);
    }

    /** Padding counts in the windows, but makes no part. */
    @Test
    void endTheConnectionIfTheyArePadding() {
        http2.withStreams(false).begin().request(FIRST, false);
        byte[] padding = new byte[100];
        padding[0] = 99;
        for (int i = 0; i < 3; i++) {
            http2.send(Http2FrameTypes.DATA, 0x08, FIRST, padding);
        }
        assertThat(http2.codes(RawHttp2.GO_AWAY)).containsExactly(RawHttp2.ENHANCE_YOUR_CALM);
    }

    @Test
    void endTheConnectionIfTheyAreSmallPartsOfAHead() {
        http2.withStreams(false).begin();
        http2.send(Http2FrameTypes.HEADERS, 0, FIRST, EmbeddedHttp2.REQUEST);
        http2.sendMany(20, Http2FrameTypes.CONTINUATION, FIRST);
        assertThat(http2.codes(RawHttp2.GO_AWAY)).containsExactly(RawHttp2.ENHANCE_YOUR_CALM);
    }

    @Test
    void endTheirStreamIfTheyAreFurtherHeads() {
        http2.withStreams(false).begin().request(FIRST, false).request(FIRST, false);
        assertThat(http2.codes(RawHttp2.RST_STREAM)).containsExactly(RawHttp2.PROTOCOL_ERROR);
        assertThat(http2.opened().isOpen()).isFalse();
    }

    @Test
    void endTheConnectionIfTheyArePromises() {
        http2.withStreams(false).begin().request(FIRST, false);
        byte[] promise = {0, 0, 0, 2, (byte) 0x82, (byte) 0x87, (byte) 0x84};
        http2.send(Http2FrameTypes.PUSH_PROMISE, EmbeddedHttp2.END_HEADERS, FIRST, promise);
        assertThat(http2.codes(RawHttp2.GO_AWAY)).containsExactly(RawHttp2.PROTOCOL_ERROR);
    }

    /** Each is answered with a reset. */
    @Test
    void endTheConnectionIfTheyWidenNoWindow() {
        http2.withStreams(false).begin();
        for (int stream = FIRST; stream < FIRST + 402 && http2.channel().isOpen(); stream += 2) {
            http2.request(stream, false).send(Http2FrameTypes.WINDOW_UPDATE, 0, stream, new byte[4]);
        }
        assertThat(http2.codes(RawHttp2.GO_AWAY)).containsExactly(RawHttp2.ENHANCE_YOUR_CALM);
    }

    @Test
    void endTheConnectionIfTheyAreHeadsThatAreNotValid() {
        http2.withStreams(false).begin();
        byte[] head = {(byte) 0x82, (byte) 0x87, 1, 1, 'a'};
        for (int i = 0; i <= MultiplexedEncoder.MOST_RESETS && http2.channel().isOpen(); i++) {
            http2.head(FIRST + 2 * i, head);
        }
        assertThat(http2.codes(RawHttp2.GO_AWAY)).containsExactly(RawHttp2.ENHANCE_YOUR_CALM);
    }

    /** Such as answers that nodes do not finish: the client has done nothing wrong. */
    @Test
    void endNothingWhereTheGatewayGivesItsStreamsUp() {
        http2.withStreams(true).begin();
        int streams = 2 * MultiplexedEncoder.MOST_RESETS;
        for (int i = 0; i < streams; i++) {
            http2.request(FIRST + 2 * i, true);
            http2.opened().writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.INTERNAL_ERROR));
        }
        assertThat(http2.channel().isOpen()).isTrue();
        assertThat(http2.codes(RawHttp2.RST_STREAM)).hasSize(streams);
    }
}
