package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TlsTest {
    @TempDir
    static Path files;

    private X509Bundle authority;
    private X509Bundle server;
    private X509Bundle client;

    @BeforeAll
    void issue() throws Exception {
        authority = new CertificateBuilder()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        server = new CertificateBuilder()
                .subject("CN=server")
                .ecp256()
                .addSanIpAddress("127.0.0.1")
                .buildIssuedBy(authority);
        client = new CertificateBuilder().subject("CN=client").ecp256().buildIssuedBy(authority);
        X509Bundle stranger = new CertificateBuilder()
                .subject("CN=stranger")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        X509Bundle elsewhere = new CertificateBuilder()
                .subject("CN=elsewhere")
                .ecp256()
                .addSanDnsName("elsewhere.example")
                .buildIssuedBy(authority);
        write("authority.pem", authority.getCertificatePEM());
        write("stranger.pem", stranger.getCertificatePEM());
        write("server.pem", server.getCertificatePathPEM());
        write("server.key", server.getPrivateKeyPEM());
        write("elsewhere.pem", elsewhere.getCertificatePathPEM());
        write("elsewhere.key", elsewhere.getPrivateKeyPEM());
        write("client.pem", client.getCertificatePathPEM());
        write("client.key", client.getPrivateKeyPEM());
    }

    private static void write(String name, String text) throws IOException {
        Files.writeString(files.resolve(name), text);
    }

    private static TestGateway secure(TestNode node, String certificate) throws Exception {
        String tls = "tls: { certificate: %s, key: %s }"
                .formatted(files.resolve(certificate + ".pem"), files.resolve(certificate + ".key"));
        return new TestGateway(
                TestGateway.yaml(tls, "nodes: [" + node.address() + "]\n    discovery: { enabled: false }"));
    }

    /** A gateway that speaks TLS to the one behind it. */
    private static TestGateway before(int port, String tls) throws Exception {
        return new TestGateway(TestGateway.yaml(
                "",
                "nodes: [\"https://127.0.0.1:" + port
                        + "\"]\n    discovery: { enabled: false }\n    timeouts: { connect: 60s }\n    tls: { " + tls
                        + " }"));
    }

    private SSLContext context(KeyManagerFactory keys) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", authority.getCertificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys == null ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void servesClientsOverTls(String protocol) throws Exception {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(new String[] {protocol});
        try (TestNode node = TestNode.answering(TestNode.ok("{\"ok\":1}"));
                TestGateway gateway = secure(node, "server");
                HttpClient https = HttpClient.newBuilder()
                        .sslContext(context(null))
                        .sslParameters(parameters)
                        .version(HttpClient.Version.HTTP_1_1)
                        .build()) {
            var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + gateway.port() + "/"))
                    .build();
            for (int i = 0; i < 3; i++) {
                assertThat(https.send(request, BodyHandlers.ofString()).body()).isEqualTo("{\"ok\":1}");
            }
            assertThat(node.requests().getFirst().header("x-forwarded-proto")).isEqualTo("https");
        }
    }

    @Test
    void refusesOldProtocols() throws Exception {
        SSLParameters parameters = new SSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.1"});
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = secure(node, "server");
                HttpClient https = HttpClient.newBuilder()
                        .sslContext(context(null))
                        .sslParameters(parameters)
                        .build()) {
            var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + gateway.port() + "/"))
                    .build();
            assertThatThrownBy(() -> https.send(request, BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void verifiesTheNodesCertificate() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{\"ok\":1}"));
                TestGateway behind = secure(node, "server");
                TestGateway good = before(behind.port(), "ca: " + files.resolve("authority.pem"));
                TestGateway bad = before(behind.port(), "ca: " + files.resolve("stranger.pem"))) {
            String large = "x".repeat(1_000_000);
            assertThat(good.post("/", large).body()).isEqualTo("{\"ok\":1}");
            assertThat(node.requests().getFirst().text()).isEqualTo(large);
            assertThat(bad.get("/").statusCode()).isEqualTo(503);
            assertThat(node.requests()).hasSize(1);
        }
    }

    @Test
    void verifiesTheNodesNameUnlessToldNotTo() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway behind = secure(node, "elsewhere");
                TestGateway strict = before(behind.port(), "ca: " + files.resolve("authority.pem"));
                TestGateway lax = before(behind.port(), "verify: false")) {
            assertThat(strict.get("/").statusCode()).isEqualTo(503);
            assertThat(node.requests()).isEmpty();
            assertThat(lax.get("/").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void showsItsOwnCertificateToNodesThatAskForOne() throws Exception {
        KeyStore own = KeyStore.getInstance(KeyStore.getDefaultType());
        own.load(null, null);
        own.setKeyEntry("server", server.getKeyPair().getPrivate(), new char[0], server.getCertificatePath());
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, new char[0]);
        SSLServerSocket socket = (SSLServerSocket)
                context(keys).getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        socket.setNeedClientAuth(true);
        String ca = "ca: " + files.resolve("authority.pem");
        try (TestNode node = new TestNode(socket, connection -> {
                    while (connection.readRequest() != null) {
                        connection.send(TestNode.ok("{}"));
                    }
                });
                TestGateway known = before(
                        node.port(),
                        ca + ", certificate: " + files.resolve("client.pem") + ", key: "
                                + files.resolve("client.key"));
                TestGateway unknown = before(node.port(), ca)) {
            assertThat(known.get("/").statusCode()).isEqualTo(200);
            assertThat(unknown.get("/").statusCode()).isIn(502, 503);
            assertThat(node.requests()).hasSize(1);
        }
    }
}
