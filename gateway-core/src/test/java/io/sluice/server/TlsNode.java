package io.sluice.server;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.net.InetAddress;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** A {@link TestNode} behind TLS with a certificate of its own; its handshake begins when the script first reads. */
final class TlsNode implements AutoCloseable {
    private final TestNode node;

    TlsNode(TestNode.Script script) throws Exception {
        this(script, false);
    }

    /** A node that wants to see a certificate that it trusts, of which there is none. */
    static TlsNode refusing(TestNode.Script script) throws Exception {
        return new TlsNode(script, true);
    }

    private TlsNode(TestNode.Script script, boolean wantsCertificate) throws Exception {
        X509Bundle own = new CertificateBuilder()
                .subject("CN=node")
                .ecp256()
                .addSanIpAddress("127.0.0.1")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setKeyEntry("node", own.getKeyPair().getPrivate(), new char[0], own.getCertificatePath());
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        SSLServerSocket server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        server.setNeedClientAuth(wantsCertificate);
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
