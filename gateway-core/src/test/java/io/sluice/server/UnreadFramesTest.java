package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http2.Http2FrameTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bodies in frames of one byte, of which a connection's windows take a million. */
class UnreadFramesTest {
    private static final int FIRST = EmbeddedHttp2.FIRST;

    private final EmbeddedHttp2 http2 = new EmbeddedHttp2();

    @AfterEach
    void close() {
        http2.close();
    }

    @Test
    void endTheConnectionIfTooManyWait() {
        http2.withStreams(false).begin().request(FIRST, false);
        data(FIRST, UnreadFrames.MOST);
        assertThat(http2.codes(RawHttp2.GO_AWAY)).isEmpty();
        data(FIRST, 1);
        assertThat(http2.codes(RawHttp2.GO_AWAY)).containsExactly(RawHttp2.ENHANCE_YOUR_CALM);
        assertThat(http2.channel().isOpen()).isFalse();
    }

    @Test
    void areCountedOverAllStreams() {
        http2.withStreams(false).begin().request(FIRST, false).request(FIRST + 2, false);
        data(FIRST, UnreadFrames.MOST / 2);
        data(FIRST + 2, UnreadFrames.MOST / 2);
        assertThat(http2.codes(RawHttp2.GO_AWAY)).isEmpty();
        data(FIRST + 2, 1);
        assertThat(http2.codes(RawHttp2.GO_AWAY)).containsExactly(RawHttp2.ENHANCE_YOUR_CALM);
    }

    @Test
    void mayBeAnyNumberIfTheyAreRead() {
        http2.withStreams(true).begin().request(FIRST, false);
        data(FIRST, 4 * UnreadFrames.MOST);
        assertThat(http2.codes(RawHttp2.GO_AWAY)).isEmpty();
    }

    @Test
    void countNoLongerOnceTheirStreamIsClosed() {
        http2.withStreams(false).begin();
        for (int stream = FIRST; stream < FIRST + 8; stream += 2) {
            http2.request(stream, false);
            data(stream, UnreadFrames.MOST / 2);
            http2.opened().close();
        }
        assertThat(http2.failure()).isNull();
        assertThat(http2.codes(RawHttp2.GO_AWAY)).isEmpty();
    }

    @Test
    void areDroppedOnceTheirStreamIsReset() {
        http2.withStreams(false).begin().request(FIRST, false);
        data(FIRST, 3);
        http2.send(Http2FrameTypes.RST_STREAM, 0, FIRST, (byte) 0, (byte) 0, (byte) 0, (byte) 8);
        assertThat(http2.opened().isOpen()).isFalse();
        assertThat(http2.codes(RawHttp2.RST_STREAM))
                .as("RFC 9113, 5.4.2: no reset answers a reset")
                .isEmpty();
    }

    private void data(int stream, int frames) {
        http2.sendMany(frames, Http2FrameTypes.DATA, stream, (byte) 'x');
    }
}
