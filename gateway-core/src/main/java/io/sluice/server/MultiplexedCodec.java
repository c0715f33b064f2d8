package io.sluice.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DecoratingHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2FrameReader;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.sluice.wire.KeptBytes;
import io.sluice.wire.StreamHeads;
import io.sluice.wire.WireLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds the codec of a client's connection, which counts the DATA frames that come and hands on no frames of unknown types. Heads that are
 * too large come to their streams ({@link StreamHeads}), and {@link MultiplexedEncoder} bounds resets and answers to control frames. Frames that a
 * client had sent on a stream before it learnt that the stream was reset are passed over (RFC 9113, 5.1). Netty's codec resets a stream
 * whose head is malformed without having opened it, and takes such frames for an error of the connection, which ends all its other streams;
 * to frames of other streams that were reset it answers with a reset each, and ends the connection after many.
 */
final class MultiplexedCodec extends Http2FrameCodecBuilder {
    /**
     * How many SETTINGS a client may send in all. Each may leave three bytes in Netty's codec until the next head is written; real clients
     * send a few.
     */
    static final int MOST_SETTINGS = 10_000;
    /** A part of a body keeps the buffer that it was read into, unless that is more than so many times as long: then it is copied. */
    private static final int MOST_KEPT = 8;

    private final int streams;
    private final WireLimits limits;
    private final UnreadFrames unread;

    /** @param streams how many may be open at a time */
    MultiplexedCodec(int streams, WireLimits limits, UnreadFrames unread) {
        this.streams = streams;
        this.limits = limits;
        this.unread = unread;
    }

    @Override
    public Http2FrameCodec build() {
        Http2Connection connection = new DefaultHttp2Connection(true);
        Http2ConnectionEncoder encoder =
                new MultiplexedEncoder(new DefaultHttp2ConnectionEncoder(connection, new DefaultHttp2FrameWriter()));
        Http2FrameReader reader =
                new DefaultHttp2FrameReader(new StreamHeads(limits), decoderEnforceMaxSmallContinuationFrames());
        // It acknowledges SETTINGS and PING, and validates headers and that there are all pseudo-headers.
        codec(
                new DefaultHttp2ConnectionDecoder(
                        connection, encoder, reader, promisedRequestVerifier(), true, true, true, true),
                encoder);
        return super.build();
    }

    @Override
    protected Http2FrameCodec build(
            Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings initialSettings) {
        return super.build(new PassingOver(decoder, new PastStreams(streams), unread), encoder, initialSettings);
    }

    /** On the connection's event loop. */
    private static final class PassingOver extends DecoratingHttp2ConnectionDecoder {
        private static final String SECOND_HEAD = "received too many headers";

        private final PastStreams past;
        private final UnreadFrames unread;
        private int settings;

        PassingOver(Http2ConnectionDecoder decoder, PastStreams past, UnreadFrames unread) {
            super(decoder);
            this.past = past;
            this.unread = unread;
            connection().addListener(past);
        }

        @Override
        public void frameListener(Http2FrameListener listener) {
            super.frameListener(new Bounded(listener));
        }

        @Override
        public void decodeFrame(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Http2Exception {
            try {
                super.decodeFrame(context, in, out);
            } catch (Http2Exception.StreamException e) {
                int id = e.streamId();
                if (e.error() == Http2Error.STREAM_CLOSED) {
                    if (past.isReset(id)) {
                        // What it took of the connection's window was given back.
                        return;
                    }
                    throw ofPast(e);
                }
                Http2Connection connection = connection();
                if (connection.remote().isValidStreamId(id) && !connection.streamMayHaveExisted(id)) {
                    connection.remote().createStream(id, false);
                }
                if (isSecondHead(e, connection.stream(id))) {
                    throw Http2Exception.streamError(id, Http2Error.STREAM_CLOSED, e, "stream %d has ended", id);
                }
                throw e;
            }
        }

        // On a stream that the client has ended; the codec's text alone tells it from what is wrong with other frames.
        private static boolean isSecondHead(Http2Exception e, @Nullable Http2Stream stream) {
            return stream != null
                    && stream.state() == Http2Stream.State.HALF_CLOSED_REMOTE
                    && String.valueOf(e.getMessage()).contains(SECOND_HEAD);
        }

        // A frame of a stream that no proxy would send: RFC 9113, 5.1 and 5.1.1, want the connection ended.
        private Http2Exception ofPast(Http2Exception.StreamException e) {
            int id = e.streamId();
            if (connection().stream(id) != null) {
                return e;
            }
            if (past.isLeftOut(id)) {
                return Http2Exception.connectionError(
                        Http2Error.PROTOCOL_ERROR, e, "stream %d is older than others and was never opened", id);
            }
            return past.isEnded(id)
                    ? Http2Exception.connectionError(Http2Error.STREAM_CLOSED, e, "stream %d has ended", id)
                    : e;
        }

        /** Sees each frame before the codec hands it on, and bounds what nobody has read. */
        private final class Bounded extends Http2FrameListenerDecorator {

            Bounded(Http2FrameListener listener) {
                super(listener);
            }

            @Override
            public int onDataRead(
                    ChannelHandlerContext context, int stream, ByteBuf data, int padding, boolean endOfStream)
                    throws Http2Exception {
                unread.arrived(stream);
                boolean small = data.readableBytes() < KeptBytes.memoryOf(data) / MOST_KEPT;
                ByteBuf own = small ? data.copy() : data.retain();
                try {
                    return super.onDataRead(context, stream, own, padding, endOfStream);
                } finally {
                    own.release();
                }
            }

            @Override
            public void onSettingsRead(ChannelHandlerContext context, Http2Settings changed) throws Http2Exception {
                settings++;
                if (settings > MOST_SETTINGS) {
                    throw Http2Exception.connectionError(
                            Http2Error.ENHANCE_YOUR_CALM, "more than %d SETTINGS came", MOST_SETTINGS);
                }
                super.onSettingsRead(context, changed);
            }

            @Override
            public void onRstStreamRead(ChannelHandlerContext context, int id, long code) throws Http2Exception {
                super.onRstStreamRead(context, id, code);
                // As the codec does after this: a channel that is closed before answers the reset with another.
                Http2Stream stream = connection().stream(id);
                if (stream != null) {
                    stream.close();
                }
                unread.drop(id);
            }

            // RFC 9113, 5.5, wants them discarded. They would wait on their stream until it is read.
            @Override
            public void onUnknownFrame(
                    ChannelHandlerContext context, byte type, int stream, Http2Flags flags, ByteBuf payload) {}
        }
    }
}
