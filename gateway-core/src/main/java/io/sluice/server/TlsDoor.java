package io.sluice.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.tls.HandshakeFailure;
import io.sluice.tls.HandshakeFailures;
import io.sluice.tls.TlsContexts;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Stands before a connection's {@link SslHandler} until the first bytes have come: HTTP in the clear gets an answer that says what
 * the port speaks. Notes handshakes that fail. On one event loop, for one connection.
 */
final class TlsDoor extends ByteToMessageDecoder {
    private static final Failure PLAIN = Failure.of(
            FailureKind.BAD_REQUEST, "this port speaks TLS, and the request came in the clear: use https://");
    private static final long LINGER_SECONDS = 1;
    private static final int MAX_DRAINED = 64 * 1024;

    private final HandshakeFailures failures;
    private final Function<Failure, ByteBuf> onPlain;
    /** What the client sends is thrown away: it has been answered in the clear. */
    private boolean answered;
    /** At least one byte has come. */
    private boolean begun;

    private int drained;

    /** @param onPlain counts a client that speaks HTTP in the clear, and makes the answer */
    TlsDoor(HandshakeFailures failures, Function<Failure, ByteBuf> onPlain) {
        this.failures = failures;
        this.onPlain = onPlain;
    }

    /** Puts the door and the handler for TLS into a connection's pipeline. */
    void open(Channel channel, SslHandler tls) {
        // in: bytes -> bytes
        channel.pipeline().addLast(this);
        TlsContexts.add(channel.pipeline(), tls);
        tls.handshakeFuture().addListener(handshake -> finished(channel, handshake));
    }

    private void finished(Channel channel, Future<?> handshake) {
        // A connection that is closed without a byte, as health checks do, was no attempt at a handshake.
        boolean silent = !begun && HandshakeFailure.of(handshake.cause()) == HandshakeFailure.CLOSED;
        if (!handshake.isSuccess() && !answered && !silent) {
            failures.record(handshake.cause(), channel.remoteAddress());
        }
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        begun = true;
        if (answered) {
            drain(context, in);
        } else if (isHttp(in)) {
            answer(context, in);
        } else {
            context.pipeline().remove(this);
        }
    }

    // The record of a handshake begins with the byte 22, a method with a capital letter.
    private static boolean isHttp(ByteBuf in) {
        byte first = in.getByte(in.readerIndex());
        return first >= 'A' && first <= 'Z';
    }

    private void answer(ChannelHandlerContext context, ByteBuf in) {
        answered = true;
        failures.record(HandshakeFailure.PLAINTEXT, context.channel().remoteAddress());
        context.writeAndFlush(onPlain.apply(PLAIN)).addListener(written -> {
            if (context.channel() instanceof DuplexChannel duplex && written.isSuccess()) {
                // Closing while the client still sends would reset the connection and may destroy the answer on its
                // way.
                duplex.shutdownOutput();
                context.executor()
                        .schedule(
                                () -> {
                                    context.close();
                                },
                                LINGER_SECONDS,
                                TimeUnit.SECONDS);
                context.read();
            } else {
                context.close();
            }
        });
        drain(context, in);
    }

    private void drain(ChannelHandlerContext context, ByteBuf in) {
        drained += in.readableBytes();
        in.skipBytes(in.readableBytes());
        if (drained > MAX_DRAINED) {
            context.close();
        }
    }
}
