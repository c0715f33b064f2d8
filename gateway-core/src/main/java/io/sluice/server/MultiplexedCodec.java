package io.sluice.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DecoratingHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.List;

/**
 * Builds the codec of a client's connection. Frames that a client had sent on a stream before it learnt that the stream was reset are passed
 * over (RFC 9113, 5.1). Netty's codec resets a stream whose head is malformed without having opened it, and takes such frames for an error
 * of the connection, which ends all its other streams; to frames of other streams that were reset it answers with a reset each, and ends the
 * connection after many.
 */
final class MultiplexedCodec extends Http2FrameCodecBuilder {

    @Override
    protected Http2FrameCodec build(
            Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings initialSettings) {
        return super.build(new PassingOver(decoder), encoder, initialSettings);
    }

    /** On the connection's event loop. */
    private static final class PassingOver extends DecoratingHttp2ConnectionDecoder {
        private final ResetStreams reset = new ResetStreams();

        PassingOver(Http2ConnectionDecoder decoder) {
            super(decoder);
            connection().addListener(reset);
        }

        @Override
        public void decodeFrame(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Http2Exception {
            try {
                super.decodeFrame(context, in, out);
            } catch (Http2Exception.StreamException e) {
                int id = e.streamId();
                // What it took of the connection's window was given back.
                if (e.error() == Http2Error.STREAM_CLOSED && reset.has(id)) {
                    return;
                }
                Http2Connection connection = connection();
                if (connection.remote().isValidStreamId(id) && !connection.streamMayHaveExisted(id)) {
                    connection.remote().createStream(id, false);
                }
                throw e;
            }
        }
    }

    /** The last streams that were reset here. */
    private static final class ResetStreams extends Http2ConnectionAdapter {
        /** As many as may be open at a time, and some more. */
        private static final int MOST = 256;

        private static final int[] NONE = {};

        private int[] ids = NONE;
        private int count;

        @Override
        public void onStreamClosed(Http2Stream stream) {
            if (stream.isResetSent()) {
                if (ids.length == 0) {
                    ids = new int[MOST];
                }
                ids[count++ % MOST] = stream.id();
            }
        }

        boolean has(int id) {
            for (int each : ids) {
                if (each == id) {
                    return true;
                }
            }
            return false;
        }
    }
}
