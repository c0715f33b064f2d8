package io.sluice.upstream;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.netty.util.concurrent.ScheduledFuture;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.tls.HandshakeFailure;
import io.sluice.wire.StrictResponseDecoder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection that is being opened, from its node's name to the end of the handshake. Ends once. On its event loop only. */
final class Opening {
    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

    private final ConnectionOwner owner;
    private final int allowedMillis;
    private @Nullable ScheduledFuture<?> deadline;
    private @Nullable Channel channel;
    private boolean handshaking;
    private boolean over;

    private final long begun = System.nanoTime();

    Opening(ConnectionOwner owner, int allowedMillis) {
        this.owner = owner;
        this.allowedMillis = allowedMillis;
    }

    UpstreamNode node() {
        return owner.node();
    }

    /** Whether the owner has been told how it ended. */
    boolean isOver() {
        return over;
    }

    /** A task that calls {@link #late}; cancelled when the opening ends. */
    void endWith(ScheduledFuture<?> task) {
        deadline = task;
    }

    void closeWhenOver(Channel opening) {
        channel = opening;
        if (over) {
            opening.close();
        }
    }

    /** Runs a step. An exception in it ends the opening. */
    void run(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            LOG.atError().addKeyValue("node", node()).setCause(e).log("opening a connection failed unexpectedly");
            failed("an unexpected failure");
        }
    }

    void opened(Channel connected) {
        StrictResponseDecoder decoder = connected.pipeline().get(StrictResponseDecoder.class);
        if (!over && decoder.unasked() > 0) {
            node().sentUnasked(decoder.unasked());
            failed("it sent bytes before it was asked anything");
        } else if (decoder.hasEnded()) {
            failed("it ended TLS right after the handshake");
        } else if (end()) {
            UpstreamConnection connection = new UpstreamConnection(owner, connected, decoder);
            // in: HttpResponse, HttpContent
            connected.pipeline().addLast(connection);
            owner.connected(connection);
        } else {
            connected.close();
        }
    }

    /** TCP is connected, TLS not yet. */
    void handshakes() {
        handshaking = true;
    }

    /** The handshake failed. Tells nothing of the exception's message, which may show bytes that the node sent. */
    void handshakeFailed(Throwable cause) {
        if (!over) {
            node().handshakeFailed(cause);
            failed(HandshakeFailure.of(cause).description());
        }
    }

    void late() {
        if (handshaking) {
            handshakeFailed(new SslHandshakeTimeoutException("not finished in " + allowedMillis + " ms"));
        } else {
            failed("it took longer than " + allowedMillis + " ms");
        }
    }

    /** There will be no connection. */
    void failed(String why) {
        if (end()) {
            try {
                if (channel != null) {
                    channel.close();
                }
            } finally {
                node().health().failed(begun);
                owner.notOpened(
                        Failure.of(FailureKind.UPSTREAM_CONNECT, "cannot connect to node " + node() + ": " + why));
            }
        }
    }

    /** The gateway has no socket left for it, which is not the node's fault. */
    void withoutSocket(String why) {
        if (end()) {
            owner.notOpened(Failure.of(
                    FailureKind.NO_UPSTREAM,
                    "the gateway has no socket for a connection to node " + node() + ": " + why));
        }
    }

    private boolean end() {
        if (over) {
            return false;
        }
        over = true;
        if (deadline != null) {
            deadline.cancel(false);
        }
        return true;
    }
}
