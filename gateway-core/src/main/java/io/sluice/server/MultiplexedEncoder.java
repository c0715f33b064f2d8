package io.sluice.server;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DecoratingHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2LifecycleManager;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes the frames of a client's connection, and ends the connection if the client does not take answers to control frames, or makes
 * the gateway reset one stream after another. Streams that the gateway gives up by itself do not count: behind a proxy the other
 * streams belong to others. On the connection's event loop.
 */
final class MultiplexedEncoder extends DecoratingHttp2ConnectionEncoder {
    /** Answers to control frames, and resets, that the client has not taken. */
    static final int MOST_UNTAKEN = 10_000;
    /** Resets in a window of time for which the client is to blame. */
    static final int MOST_RESETS = 200;

    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(30);

    private @Nullable Http2LifecycleManager connection;
    private int untaken;
    private boolean ended;
    private int resets;
    private long windowBegan = System.nanoTime();

    MultiplexedEncoder(Http2ConnectionEncoder encoder) {
        super(encoder);
    }

    @Override
    public void lifecycleManager(Http2LifecycleManager manager) {
        connection = manager;
        super.lifecycleManager(manager);
    }

    @Override
    public ChannelFuture writeSettingsAck(ChannelHandlerContext context, ChannelPromise promise) {
        return mayWrite(context) ? super.writeSettingsAck(context, counted(promise)) : promise;
    }

    @Override
    public ChannelFuture writePing(ChannelHandlerContext context, boolean ack, long data, ChannelPromise promise) {
        if (!ack) {
            return super.writePing(context, false, data, promise);
        }
        return mayWrite(context) ? super.writePing(context, true, data, counted(promise)) : promise;
    }

    @Override
    public ChannelFuture writeRstStream(ChannelHandlerContext context, int stream, long code, ChannelPromise promise) {
        if (!mayWrite(context)) {
            return promise;
        }
        ChannelFuture written = super.writeRstStream(context, stream, code, counted(promise));
        if (isForClient(code)) {
            countReset(context);
        }
        return written;
    }

    private boolean mayWrite(ChannelHandlerContext context) {
        if (untaken >= MOST_UNTAKEN && !ended) {
            context.flush();
        }
        if (untaken >= MOST_UNTAKEN && !ended) {
            end(context, "more than " + MOST_UNTAKEN + " control frames were not taken");
        }
        return !ended;
    }

    private ChannelPromise counted(ChannelPromise promise) {
        untaken++;
        return promise.unvoid().addListener(written -> untaken--);
    }

    // An answer that breaks off is INTERNAL_ERROR, one that nobody takes is CANCEL, and what follows a whole one is
    // NO_ERROR.
    private static boolean isForClient(long code) {
        return code != Http2Error.INTERNAL_ERROR.code()
                && code != Http2Error.CANCEL.code()
                && code != Http2Error.NO_ERROR.code();
    }

    private void countReset(ChannelHandlerContext context) {
        long now = System.nanoTime();
        if (now - windowBegan >= WINDOW_NANOS) {
            windowBegan = now;
            resets = 0;
        }
        resets++;
        if (resets > MOST_RESETS) {
            end(context, "more than " + MOST_RESETS + " streams had to be reset");
        }
    }

    private void end(ChannelHandlerContext context, String why) {
        ended = true;
        if (connection != null) {
            connection.onError(context, true, Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, why));
        }
        context.close();
    }
}
