package io.sluice.tls;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;
import java.nio.ByteBuffer;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * A TLS handshake in memory. It shows whether this JVM can serve with a key and its certificate, which reading the files cannot
 * show.
 */
public final class HandshakeRehearsal {
    private static final int MAX_STEPS = 200;
    private static final int BUFFER_BYTES = 1 << 18;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLEngine engine;
    private final ByteBuffer incoming = ByteBuffer.allocate(BUFFER_BYTES);
    private final ByteBuffer application = ByteBuffer.allocate(BUFFER_BYTES);

    private HandshakeRehearsal(SSLEngine engine) {
        this.engine = engine;
    }

    /**
     * Performs the handshake with a client that trusts every certificate.
     *
     * @throws SSLException if the handshake fails
     */
    public static void serve(KeyedChain chain, String protocol, TlsProvider provider) throws SSLException {
        SslContext server = TlsContexts.server(List.of(chain), null, List.of(protocol), false, provider);
        SslContext client = TlsContexts.client(null, null, false, TlsProvider.JDK);
        SSLEngine engine = server.newEngine(UnpooledByteBufAllocator.DEFAULT);
        try {
            shakeHands(
                    new HandshakeRehearsal(engine),
                    new HandshakeRehearsal(client.newEngine(UnpooledByteBufAllocator.DEFAULT)));
        } finally {
            ReferenceCountUtil.release(engine);
            ReferenceCountUtil.release(server);
        }
    }

    private static void shakeHands(HandshakeRehearsal serving, HandshakeRehearsal asking) throws SSLException {
        serving.engine.beginHandshake();
        asking.engine.beginHandshake();
        for (int step = 0; serving.handshaking() || asking.handshaking(); step++) {
            if (step == MAX_STEPS) {
                throw new SSLException("the handshake does not end");
            }
            asking.step(serving.incoming);
            serving.step(asking.incoming);
        }
    }

    private boolean handshaking() {
        return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
    }

    private void step(ByteBuffer outgoing) throws SSLException {
        switch (engine.getHandshakeStatus()) {
            case NEED_WRAP -> engine.wrap(NOTHING, outgoing);
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                incoming.flip();
                engine.unwrap(incoming, application);
                incoming.compact();
            }
            case NEED_TASK -> {
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run();
                }
            }
            case FINISHED, NOT_HANDSHAKING -> {}
        }
    }
}
