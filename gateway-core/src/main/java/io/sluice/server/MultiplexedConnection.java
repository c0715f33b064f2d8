package io.sluice.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.ReferenceCountUtil;
import io.sluice.exchange.RequestIds;
import io.sluice.upstream.Deadline;
import java.io.IOException;

/**
 * A client's connection of HTTP/2: each of its streams is a channel with a {@link ClientConnection} of its own, so that requests
 * meet the same decoder, checks and limits as those of HTTP/1.1. On its event loop.
 */
final class MultiplexedConnection extends ChannelInboundHandlerAdapter {
    /** What a stream may send before it is read. */
    private static final int STREAM_WINDOW = 128 * 1024;
    /** What all streams of a connection may send together before it is read: it bounds the connection's memory. */
    private static final int CONNECTION_WINDOW = 1024 * 1024;

    private static final long NO_LIMIT = -1;

    private final ListenerContext listener;
    private final Channel channel;
    private final Peer peer;
    private final Deadline deadline;
    private int streams;
    private boolean stopped;

    private MultiplexedConnection(ListenerContext listener, Channel channel, Peer peer) {
        this.listener = listener;
        this.channel = channel;
        this.peer = peer;
        this.deadline = new Deadline(channel.eventLoop(), channel::close);
    }

    /** Speaks HTTP/2 on a connection from now on. */
    static void begin(ListenerContext listener, Channel channel, Peer peer) {
        MultiplexedConnection connection = new MultiplexedConnection(listener, channel, peer);
        ListenerTerms terms = listener.terms();
        Http2Settings settings = Http2Settings.defaultSettings()
                .maxConcurrentStreams(terms.config().limits().streams())
                .initialWindowSize(STREAM_WINDOW)
                .maxHeaderListSize(terms.wireLimits().headBytes());
        // Netty ends connections that reset streams, or send empty frames, too often.
        Http2FrameCodec codec = Http2FrameCodecBuilder.forServer()
                .initialSettings(settings)
                .gracefulShutdownTimeoutMillis(NO_LIMIT)
                .validateHeaders(true)
                .validateRequiredPseudoHeaders(true)
                .build();
        // in: bytes -> Http2Frame; out: Http2Frame -> bytes
        channel.pipeline().addLast(codec);
        // in: Http2Frame -> channels of streams
        channel.pipeline().addLast(new Http2MultiplexHandler(new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel stream) {
                connection.open(stream);
            }
        }));
        channel.pipeline().addLast(connection);
        connection.widen(codec);
    }

    private void widen(Http2FrameCodec codec) {
        try {
            codec.connection()
                    .local()
                    .flowController()
                    .incrementWindowSize(
                            codec.connection().connectionStream(),
                            CONNECTION_WINDOW - Http2CodecUtil.DEFAULT_WINDOW_SIZE);
        } catch (Http2Exception e) {
            threw(e);
            channel.close();
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        listener.opened(this);
        idle();
        // What has not been read is bounded by the windows.
        channel.config().setAutoRead(true);
    }

    Peer peer() {
        return peer;
    }

    private void open(Channel stream) {
        streams++;
        deadline.clear();
        stream.closeFuture().addListener(closed -> ended());
        stream.config().setAutoRead(false);
        stream.config().setWriteBufferWaterMark(ListeningSocket.WATER_MARK);
        ClientPipeline.answerStream(listener, stream, peer);
    }

    private void ended() {
        streams--;
        if (streams == 0) {
            idle();
        }
        if (listener.stopping()) {
            leave();
        }
    }

    private void idle() {
        deadline.set(System.nanoTime() + listener.terms().idleNanos());
    }

    /** Takes no further streams, and closes once those that are open have ended. Safe from any thread. */
    void stop() {
        channel.eventLoop().execute(this::leave);
    }

    private void leave() {
        if (!stopped) {
            stopped = true;
            channel.close();
        }
    }

    /** Closes at once. Safe from any thread. */
    void kill() {
        channel.eventLoop().execute(channel.unsafe()::closeForcibly);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        // Frames of the connection itself, which the codec has seen to.
        ReferenceCountUtil.release(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        deadline.close();
        listener.closed(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof Http2Exception) {
            // The codec ends the connection after this, and says why.
            return;
        }
        if (!(cause instanceof IOException || cause instanceof DecoderException)) {
            threw(cause);
        }
        channel.close();
    }

    // No request of the connection is the cause.
    private void threw(Throwable cause) {
        listener.threw("a connection of listener " + listener.name(), new RequestIds().next(), cause);
    }
}
