package io.sluice.server;

import java.net.InetAddress;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** A {@link TestNode} behind TLS with a certificate of its own; its handshake begins when the script first reads. */
final class TlsNode implements AutoCloseable {
    private final TestNode node;

    TlsNode(TestNode.Script script) throws Exception {
        this(script, false);
    }

    /** A node that can negotiate anew on an open connection, as TLS 1.2 allows. */
    static TlsNode renegotiating(TestNode.Script script) throws Exception {
        return new TlsNode(script, false, "TLSv1.2");
    }

    /** A node that wants to see a certificate that it trusts, of which there is none. */
    static TlsNode refusing(TestNode.Script script) throws Exception {
        return new TlsNode(script, true);
    }

    private TlsNode(TestNode.Script script, boolean wantsCertificate, String... protocols) throws Exception {
        SSLContext context = new TlsIdentity().serverSide();
        SSLServerSocket server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        server.setNeedClientAuth(wantsCertificate);
        if (protocols.length > 0) {
            server.setEnabledProtocols(protocols);
        }
        this.node = new TestNode(server, script);
    }

    String address() {
        return "https://127.0.0.1:" + node.port();
    }

    TestNode node() {
        return node;
    }

    @Override
    public void close() throws Exception {
        node.close();
    }
}
