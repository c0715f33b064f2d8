package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions are resumed, which spares keys and certificates, until a reload changes what they were agreed on with. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TlsResumptionTest {
    @TempDir
    static Path files;

    private X509Bundle authority;
    private X509Bundle stranger;
    private X509Bundle first;
    private X509Bundle second;

    /** The names in the certificates that a peer was shown, one for each whole handshake. */
    private static final class Shown implements X509TrustManager {
        private final List<String> names = new CopyOnWriteArrayList<>();

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            names.add(chain[0].getSubjectX500Principal().getName());
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            names.add(chain[0].getSubjectX500Principal().getName());
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    @BeforeAll
    void issue() throws Exception {
        authority = issuer("authority");
        stranger = issuer("stranger");
        first = named("first");
        second = named("second");
    }

    private static X509Bundle issuer(String name) throws Exception {
        return new CertificateBuilder()
                .subject("CN=" + name)
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
    }

    private X509Bundle named(String name) throws Exception {
        return new CertificateBuilder()
                .subject("CN=" + name)
                .ecp256()
                .addSanIpAddress("127.0.0.1")
                .buildIssuedBy(authority);
    }

    @BeforeEach
    void begin() throws IOException {
        show(first);
        Files.writeString(files.resolve("ca.pem"), authority.getCertificatePEM());
    }

    private static void show(X509Bundle own) throws IOException {
        Files.writeString(files.resolve("own.pem"), own.getCertificatePathPEM());
        Files.writeString(files.resolve("own.key"), own.getPrivateKeyPEM());
    }

    private static String pair() {
        return "certificate: %s, key: %s".formatted(files.resolve("own.pem"), files.resolve("own.key"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void clientsResumeUntilTheCertificateChanges(String protocol) throws Exception {
        Shown shown = new Shown();
        SSLContext client = SSLContext.getInstance("TLS");
        client.init(null, new TrustManager[] {shown}, null);
        try (TestNode node = TestNode.answering(TestNode.ok("{}"))) {
            String yaml = TestGateway.yaml(
                    "tls: { " + pair() + " }", "nodes: [" + node.address() + "]\n    discovery: { enabled: false }");
            try (TestGateway gateway = new TestGateway(yaml)) {
                for (int i = 0; i < 3; i++) {
                    ask(client, gateway, protocol);
                }
                assertThat(shown.names).containsExactly("CN=first");

                // When
                show(second);
                gateway.change(yaml);

                // Then
                ask(client, gateway, protocol);
                ask(client, gateway, protocol);
                assertThat(shown.names).containsExactly("CN=first", "CN=second");
            }
        }
    }

    private static void ask(SSLContext client, TestGateway gateway, String protocol) throws Exception {
        try (SSLSocket socket = (SSLSocket) client.getSocketFactory().createSocket("127.0.0.1", gateway.port())) {
            socket.setEnabledProtocols(new String[] {protocol});
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void resumesTowardsNodesUntilCertificatesChange(String protocol) throws Exception {
        Shown shown = new Shown();
        try (TestNode node = new TestNode(listen(shown, protocol), connection -> {
            if (connection.readRequest() != null) {
                connection.send("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
            }
        })) {
            String yaml = TestGateway.yaml(
                    "",
                    "nodes: [\"https://127.0.0.1:" + node.port()
                            + "\"]\n    discovery: { enabled: false }\n    timeouts: { connect: 60s }\n    tls: { ca: "
                            + files.resolve("ca.pem") + ", " + pair() + " }");
            try (TestGateway gateway = new TestGateway(yaml)) {
                for (int i = 0; i < 5; i++) {
                    assertThat(gateway.get("/").statusCode()).isEqualTo(200);
                }
                assertThat(shown.names).containsExactly("CN=first");

                // When
                show(second);
                gateway.change(yaml);

                // Then
                shown.names.clear();
                assertThat(gateway.get("/").statusCode()).isEqualTo(200);
                assertThat(shown.names).containsExactly("CN=second");

                // When
                Files.writeString(files.resolve("ca.pem"), stranger.getCertificatePEM());
                gateway.change(yaml);

                // Then
                assertThat(gateway.get("/").statusCode()).isEqualTo(503);
            }
        }
    }

    private SSLServerSocket listen(Shown shown, String protocol) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setKeyEntry("first", first.getKeyPair().getPrivate(), new char[0], first.getCertificatePath());
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), new TrustManager[] {shown}, null);
        SSLServerSocket socket = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        socket.setNeedClientAuth(true);
        socket.setEnabledProtocols(new String[] {protocol});
        return socket;
    }
}
