package io.sluice.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsAckFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
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
    /**
     * What all streams of a connection may send together before it is read: with {@link UnreadFrames} and {@link MultiplexedCodec}, which
     * keeps no frames but those that windows count, it bounds the memory.
     */
    private static final int CONNECTION_WINDOW = 1024 * 1024;

    private static final long NO_LIMIT = -1;

    private final ListenerContext listener;
    private final Channel channel;
    private final Peer peer;
    private final Http2Connection connection;
    private final UnreadFrames unread;
    private final int mostStreams;
    private final Deadline deadline;
    private int streams;
    private boolean stopped;
    /** Its channel is closed. */
    private boolean gone;

    private MultiplexedConnection(
            ListenerContext listener, Channel channel, Peer peer, Http2Connection connection, UnreadFrames unread) {
        this.listener = listener;
        this.channel = channel;
        this.peer = peer;
        this.connection = connection;
        this.unread = unread;
        this.mostStreams = listener.terms().config().limits().streams();
        this.deadline = new Deadline(channel.eventLoop(), this::onDeadline);
    }

    /** Speaks HTTP/2 on a connection from now on. */
    static void begin(ListenerContext listener, Channel channel, Peer peer) {
        ListenerTerms terms = listener.terms();
        Http2Settings settings = Http2Settings.defaultSettings()
                .maxConcurrentStreams(terms.config().limits().streams())
                .initialWindowSize(STREAM_WINDOW)
                .maxHeaderListSize(terms.wireLimits().listBytes());
        UnreadFrames unread = new UnreadFrames();
        // Netty ends connections that reset streams, or send empty frames, too often.
        Http2FrameCodec codec = new MultiplexedCodec(terms.config().limits().streams(), terms.wireLimits(), unread)
                .initialSettings(settings)
                .gracefulShutdownTimeoutMillis(NO_LIMIT)
                .build();
        MultiplexedConnection connection =
                new MultiplexedConnection(listener, channel, peer, codec.connection(), unread);
        // in: bytes -> Http2Frame; out: Http2Frame -> bytes
        channel.pipeline().addLast(codec);
        // in: Http2Frame -> channels of streams
        channel.pipeline().addLast(new Http2MultiplexHandler(new ChannelInitializer<Http2StreamChannel>() {
            @Override
            protected void initChannel(Http2StreamChannel stream) {
                connection.open(stream);
            }
        }));
        channel.pipeline().addLast(connection);
        connection.widen();
        connection.refuseOwn();
        connection.leaveIf(listener.stopped());
    }

    private void widen() {
        try {
            connection
                    .local()
                    .flowController()
                    .incrementWindowSize(
                            connection.connectionStream(), CONNECTION_WINDOW - Http2CodecUtil.DEFAULT_WINDOW_SIZE);
        } catch (Http2Exception e) {
            threw(e);
            channel.close();
        }
    }

    /** The codec would refuse streams without opening them, and end the connection for what their clients had already sent on them. */
    private void refuseOwn() {
        connection.remote().maxActiveStreams(Integer.MAX_VALUE);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        listener.opened(this);
        idle();
        // Bodies that have not been read are bounded by the windows; besides them only trailers wait, once a stream.
        channel.config().setAutoRead(true);
    }

    Peer peer() {
        return peer;
    }

    private void open(Http2StreamChannel stream) {
        streams++;
        deadline.clear();
        stream.closeFuture().addListener(closed -> ended());
        if (streams > mostStreams) {
            stream.pipeline().addLast(new RefusedStream());
            return;
        }
        stream.config().setAutoRead(false);
        stream.config().setWriteBufferWaterMark(ListeningSocket.WATER_MARK);
        // in: Http2StreamFrame -> the same
        stream.pipeline().addLast(unread.of(stream));
        ClientPipeline.answerStream(listener, stream, peer);
    }

    private void ended() {
        streams--;
        if (gone) {
            return;
        }
        leaveIf(listener.stopping());
        if (streams == 0) {
            idle();
        }
    }

    // The listener may have changed during the handshake, or have refused a request of the client for its certificate.
    private void leaveIf(boolean unwanted) {
        if (unwanted || !peer.isAcceptedBy(listener.terms())) {
            leave();
        }
    }

    // Once it is leaving, the codec waits until the client has taken all that was written, which has the time of
    // answers.
    private void idle() {
        ListenerTerms terms = listener.terms();
        deadline.set(System.nanoTime() + (stopped ? terms.bodyNanos() : terms.idleNanos()));
    }

    private void onDeadline() {
        if (stopped) {
            end();
        } else {
            leave();
        }
    }

    /** Takes no further streams, and closes once those that are open have ended. Safe from any thread. */
    void stop() {
        channel.eventLoop().execute(this::leave);
    }

    private void leave() {
        if (!stopped) {
            stopped = true;
            channel.close();
            if (streams == 0) {
                idle();
            }
        }
    }

    /** Closes at once. Safe from any thread. */
    void kill() {
        channel.eventLoop().execute(this::end);
    }

    // Past the codec, which would wait for the streams.
    private void end() {
        channel.unsafe().close(channel.newPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        // Frames of the connection itself, which the codec has seen to.
        if (message instanceof Http2SettingsAckFrame) {
            refuseOwn();
        }
        ReferenceCountUtil.release(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        gone = true;
        deadline.close();
        unread.dropAll();
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

    /** A stream beyond those that a connection may have at a time: the client may send its request again. */
    private static final class RefusedStream extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext context) {
            context.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.REFUSED_STREAM));
            context.close();
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ReferenceCountUtil.release(message);
        }
    }

    // No request of the connection is the cause.
    private void threw(Throwable cause) {
        listener.threw("a connection of listener " + listener.name(), new RequestIds().next(), cause);
    }
}
