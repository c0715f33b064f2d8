package io.sluice.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DecoratingHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.List;

/**
 * Builds the codec of a client's connection. Netty's resets a stream whose head is malformed without having opened it, and takes what the
 * client had already sent on it for an error of the whole connection, which ends all its other streams. RFC 9113 (5.1) wants such frames
 * passed over, so the stream is opened before it is reset.
 */
final class MultiplexedCodec extends Http2FrameCodecBuilder {

    @Override
    protected Http2FrameCodec build(
            Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings initialSettings) {
        return super.build(new Opening(decoder), encoder, initialSettings);
    }

    /** Opens streams whose heads are refused. On the connection's event loop. */
    private static final class Opening extends DecoratingHttp2ConnectionDecoder {
        Opening(Http2ConnectionDecoder decoder) {
            super(decoder);
        }

        @Override
        public void decodeFrame(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Http2Exception {
            try {
                super.decodeFrame(context, in, out);
            } catch (Http2Exception.StreamException malformed) {
                int id = malformed.streamId();
                Http2Connection connection = connection();
                if (connection.remote().isValidStreamId(id) && !connection.streamMayHaveExisted(id)) {
                    connection.remote().createStream(id, false);
                }
                throw malformed;
            }
        }
    }
}
