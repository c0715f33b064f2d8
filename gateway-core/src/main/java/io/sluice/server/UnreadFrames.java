package io.sluice.server;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.List;

/**
 * Bounds the DATA frames that wait on all streams of a connection until they are read: a window counts the bytes in them, but each
 * takes about 80 bytes besides, or 200 where it was copied. On the connection's event loop.
 */
final class UnreadFrames {
    /** The windows are full before, unless frames have less than 32 bytes on average. */
    static final int MOST = 32 * 1024;

    private final IntObjectMap<Reader> readers = new IntObjectHashMap<>();
    private int unread;

    /**
     * A frame has come.
     *
     * @throws Http2Exception which ends the connection, if too many wait
     */
    void arrived(int stream) throws Http2Exception {
        Reader reader = readers.get(stream);
        if (reader == null) {
            return;
        }
        if (unread >= MOST) {
            throw Http2Exception.connectionError(
                    Http2Error.ENHANCE_YOUR_CALM, "more than %d DATA frames were not read yet", MOST);
        }
        reader.unread++;
        unread++;
    }

    /** A client has reset a stream: what waits is dropped, and whoever reads it is told by the end of the channel. */
    void drop(int stream) {
        Reader reader = readers.get(stream);
        if (reader != null) {
            reader.drop();
        }
    }

    /** The connection is gone: as if its client had reset all streams. */
    void dropAll() {
        List.copyOf(readers.values()).forEach(Reader::drop);
    }

    /** Makes the first handler of a stream, which sees the frames that are read. */
    ChannelHandler of(Http2StreamChannel stream) {
        int id = stream.stream().id();
        Reader reader = new Reader(stream);
        readers.put(id, reader);
        stream.closeFuture().addListener(closed -> {
            readers.remove(id);
            unread -= reader.unread;
            reader.unread = 0;
        });
        return reader;
    }

    private final class Reader extends ChannelInboundHandlerAdapter {
        private final Http2StreamChannel stream;
        private int unread;

        Reader(Http2StreamChannel stream) {
            this.stream = stream;
        }

        // By itself a channel ends only when all that waits on it has been read.
        void drop() {
            stream.unsafe().closeForcibly();
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof Http2DataFrame && unread > 0) {
                unread--;
                UnreadFrames.this.unread--;
            }
            context.fireChannelRead(message);
        }
    }
}
