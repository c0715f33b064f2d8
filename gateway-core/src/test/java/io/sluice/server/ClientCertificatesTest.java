package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.ExtendedKeyUsage;
import io.netty.pkitesting.X509Bundle;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import io.sluice.config.ConfigException;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A listener that asks its clients for certificates; the clients are the JDK's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class ClientCertificatesTest {
    private static final String TURNED_AWAY = "turned away";
    /** Answers with the name in the client's certificate. */
    private static final TestFilter WHO = TestFilter.onRequest("who", (head, exchange) -> {
        X509Certificate shown = exchange.get(ExchangeKey.CLIENT_CERTIFICATE);
        return RequestPlan.answer(Reply.text(
                200, shown == null ? "nobody" : shown.getSubjectX500Principal().getName()));
    });

    @TempDir
    static Path files;

    private X509Bundle authority;
    private X509Bundle between;
    private X509Bundle other;
    private Map<String, X509Bundle> clients;

    @BeforeAll
    void issue() throws Exception {
        authority = issuer("authority").buildSelfSigned();
        between = issuer("between").buildIssuedBy(authority);
        other = issuer("authority").buildSelfSigned();
        Instant now = Instant.now();
        clients = Map.of(
                "alice", client("alice").buildIssuedBy(authority),
                "through another", client("through another").buildIssuedBy(between),
                "of another authority", client("alice").buildIssuedBy(other),
                "signed by itself",
                        client("alice").setIsCertificateAuthority(true).buildSelfSigned(),
                "expired",
                        client("expired")
                                .notBefore(now.minus(9, ChronoUnit.DAYS))
                                .notAfter(now.minus(1, ChronoUnit.DAYS))
                                .buildIssuedBy(authority),
                "not yet valid",
                        client("not yet valid")
                                .notBefore(now.plus(1, ChronoUnit.DAYS))
                                .notAfter(now.plus(9, ChronoUnit.DAYS))
                                .buildIssuedBy(authority),
                "a server's",
                        new CertificateBuilder()
                                .subject("CN=a server's")
                                .ecp256()
                                .addExtendedKeyUsage(ExtendedKeyUsage.PKIX_KP_SERVER_AUTH)
                                .buildIssuedBy(authority),
                "revoked", client("revoked").buildIssuedBy(authority));
        X509Bundle own = new CertificateBuilder()
                .subject("CN=gateway")
                .ecp256()
                .setIsCertificateAuthority(true)
                .addSanIpAddress("127.0.0.1")
                .buildSelfSigned();
        Files.writeString(files.resolve("own.pem"), own.getCertificatePathPEM());
        Files.writeString(files.resolve("own.key"), own.getPrivateKeyPEM());
        Files.writeString(files.resolve("ca.pem"), authority.getCertificatePEM());
        Files.writeString(files.resolve("other.pem"), other.getCertificatePEM());
        Files.write(files.resolve("revoked.crl"), revocations());
    }

    private static CertificateBuilder issuer(String name) {
        return new CertificateBuilder()
                .subject("CN=" + name)
                .setIsCertificateAuthority(true)
                .ecp256();
    }

    private static CertificateBuilder client(String name) {
        return new CertificateBuilder()
                .subject("CN=" + name)
                .ecp256()
                .addExtendedKeyUsage(ExtendedKeyUsage.PKIX_KP_CLIENT_AUTH);
    }

    private byte[] revocations() throws Exception {
        Instant now = Instant.now();
        JcaX509v2CRLBuilder list = new JcaX509v2CRLBuilder(
                authority.getCertificate().getSubjectX500Principal(), Date.from(now.minus(1, ChronoUnit.HOURS)));
        list.setNextUpdate(Date.from(now.plus(1, ChronoUnit.DAYS)));
        BigInteger serial = clients.get("revoked").getCertificate().getSerialNumber();
        list.addCRLEntry(serial, Date.from(now.minus(2, ChronoUnit.HOURS)), CRLReason.keyCompromise);
        return list.build(new JcaContentSignerBuilder("SHA256withECDSA")
                        .build(authority.getKeyPair().getPrivate()))
                .getEncoded();
    }

    private String yaml(String clients, String more) {
        return TestGateway.yaml(
                        "tls: { certificate: %s, key: %s, %s, clients: { %s } }"
                                .formatted(files.resolve("own.pem"), files.resolve("own.key"), more, clients),
                        "nodes: [\"http://127.0.0.1:9\"]\n    discovery: { enabled: false }")
                .replace("relay:", "filters: [{ type: who }]\n    relay:");
    }

    private TestGateway gateway(String clients, String more) throws Exception {
        return new TestGateway(yaml(clients, more), WHO);
    }

    private SSLContext context(@Nullable X509Bundle own) throws Exception {
        KeyManager[] keys = null;
        if (own != null) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setKeyEntry("own", own.getKeyPair().getPrivate(), new char[0], own.getCertificatePath());
            KeyManagerFactory factory = KeyManagerFactory.getInstance("SunX509");
            factory.init(store, new char[0]);
            keys = factory.getKeyManagers();
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
        return context;
    }

    private SSLContext context(String client) throws Exception {
        return context(clients.get(client));
    }

    private static SSLSocket connect(SSLContext context, TestGateway gateway, String protocol) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", gateway.port());
        socket.setSoTimeout(10_000);
        socket.setEnabledProtocols(new String[] {protocol});
        return socket;
    }

    /** The answer to one request on a connection of its own; {@link #TURNED_AWAY} if the handshake fails. */
    private static String ask(SSLContext context, TestGateway gateway, String protocol, String headers)
            throws IOException {
        try (SSLSocket socket = connect(context, gateway, protocol)) {
            send(socket, headers + "Connection: close\r\n");
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.isEmpty() ? TURNED_AWAY : answer.substring(answer.indexOf("\r\n\r\n") + 4);
        } catch (IOException e) {
            return TURNED_AWAY;
        }
    }

    private static void send(SSLSocket socket, String headers) throws IOException {
        socket.getOutputStream()
                .write(("GET / HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    private String ca() {
        return "ca: " + files.resolve("ca.pem");
    }

    @ParameterizedTest
    @CsvSource({
        "auto, TLSv1.3",
        "auto, TLSv1.2",
        "jdk, TLSv1.3",
        "jdk, TLSv1.2",
    })
    void letsInWhoeverAnAuthorityHasSignedFor(String provider, String protocol) throws Exception {
        try (TestGateway gateway = gateway(ca(), "provider: " + provider)) {
            assertThat(ask(context("alice"), gateway, protocol, "")).isEqualTo("CN=alice");
            assertThat(ask(context("through another"), gateway, protocol, "")).isEqualTo("CN=through another");
            for (String wrong : List.of(
                    "nobody's", "of another authority", "signed by itself", "expired", "not yet valid", "a server's")) {
                assertThat(ask(context(wrong), gateway, protocol, ""))
                        .describedAs(wrong)
                        .isEqualTo(TURNED_AWAY);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "auto, TLSv1.3",
        "auto, TLSv1.2",
        "jdk, TLSv1.3",
        "jdk, TLSv1.2",
    })
    void asksOnlyWhereClientsNeedNone(String provider, String protocol) throws Exception {
        try (TestGateway gateway = gateway(ca() + ", required: false", "provider: " + provider)) {
            assertThat(ask(context("alice"), gateway, protocol, "")).isEqualTo("CN=alice");
            assertThat(ask(context("nobody's"), gateway, protocol, "")).isEqualTo("nobody");
            assertThat(ask(context("of another authority"), gateway, protocol, ""))
                    .isEqualTo(TURNED_AWAY);
        }
    }

    @ParameterizedTest
    @CsvSource({"auto, TLSv1.3", "auto, TLSv1.2", "jdk, TLSv1.3", "jdk, TLSv1.2"})
    void remembersWhoResumesASession(String provider, String protocol) throws Exception {
        SSLContext alice = context("alice");
        try (TestGateway gateway = gateway(ca(), "provider: " + provider)) {
            for (int i = 0; i < 4; i++) {
                assertThat(ask(alice, gateway, protocol, "")).isEqualTo("CN=alice");
            }

            // When
            gateway.change(yaml("ca: " + files.resolve("other.pem"), "provider: " + provider));

            // Then
            assertThat(ask(alice, gateway, protocol, "")).isEqualTo(TURNED_AWAY);
            assertThat(ask(context("of another authority"), gateway, protocol, ""))
                    .isEqualTo("CN=alice");
        }
    }

    @ParameterizedTest
    @CsvSource({"auto", "jdk"})
    void turnsAwayRevokedCertificates(String provider) throws Exception {
        String lists = ", crl: " + files.resolve("revoked.crl");
        try (TestGateway gateway = gateway(ca() + lists, "provider: " + provider)) {
            assertThat(ask(context("alice"), gateway, "TLSv1.3", "")).isEqualTo("CN=alice");
            assertThat(ask(context("revoked"), gateway, "TLSv1.3", "")).isEqualTo(TURNED_AWAY);
            assertThat(ask(context("through another"), gateway, "TLSv1.3", ""))
                    .describedAs("its authority has no list")
                    .isEqualTo(TURNED_AWAY);
        }
    }

    @Test
    void knowsClientsOfHttp2() throws Exception {
        try (TestGateway gateway = gateway(ca(), "http2: true");
                HttpClient alice =
                        HttpClient.newBuilder().sslContext(context("alice")).build()) {
            HttpResponse<String> answer = alice.send(
                    HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + gateway.port()))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(answer.body()).isEqualTo("CN=alice");
        }
    }

    @ParameterizedTest
    @CsvSource({"X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: 127.0.0.1", "Forwarded: for=192.0.2.1"})
    void takesTheCertificateOfATrustedProxyForNoClients(String header) throws Exception {
        String yaml = yaml(ca(), "http2: false").replace("routes:", "trustedProxies: [127.0.0.1]\n    routes:");
        try (TestGateway gateway = new TestGateway(yaml, WHO)) {
            assertThat(ask(context("alice"), gateway, "TLSv1.3", header + "\r\n"))
                    .isEqualTo("nobody");
            assertThat(ask(context("alice"), gateway, "TLSv1.3", "")).isEqualTo("CN=alice");
        }
    }

    @Test
    void endsConnectionsOfThoseThatItWouldNoLongerLetIn() throws Exception {
        UnaryOperator<String> touched = yaml -> yaml.replace("drain: 2s", "drain: 3s");
        try (TestGateway gateway = gateway(ca(), "http2: false");
                SSLSocket idle = connect(context("alice"), gateway, "TLSv1.3")) {
            send(idle, "");
            assertThat(read(idle)).endsWith("CN=alice");

            // When
            gateway.change(touched.apply(yaml(ca(), "protocols: [TLSv1.3]")));
            send(idle, "");

            // Then
            assertThat(read(idle)).endsWith("CN=alice");

            // When
            gateway.change(yaml("ca: " + files.resolve("other.pem"), "http2: false"));

            // Then
            assertThat(idle.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void endsAConnectionOfHttp2WhoseHandshakeWasUnderWayAsTheAuthoritiesChanged() throws Exception {
        try (TestGateway gateway = gateway(ca(), "http2: true");
                RawHttp2 alice = new RawHttp2(context("alice"), gateway.port())) {
            Awaitility.await().until(() -> gateway.gateway().connections() == 1);

            // When
            gateway.change(yaml("ca: " + files.resolve("other.pem"), "http2: true"));
            alice.flush();

            // Then
            assertThat(alice.next(RawHttp2.GO_AWAY).code()).isZero();
        }
    }

    @Test
    void endsAConnectionOfHttp1WhoseHandshakeWasUnderWayAsTheAuthoritiesChanged() throws Exception {
        try (TestGateway gateway = gateway(ca(), "http2: false");
                SSLSocket alice = connect(context("alice"), gateway, "TLSv1.3")) {
            Awaitility.await().until(() -> gateway.gateway().connections() == 1);

            // When
            gateway.change(yaml("ca: " + files.resolve("other.pem"), "http2: false"));
            alice.startHandshake();

            // Then
            assertThat(alice.getInputStream().read()).isEqualTo(-1);
        }
    }

    private static String read(SSLSocket socket) throws IOException {
        StringBuilder answer = new StringBuilder();
        while (!answer.toString().endsWith("CN=alice")) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                return answer.toString();
            }
            answer.append((char) next);
        }
        return answer.toString();
    }

    @Test
    void saysWhichFileCannotBeUsed() throws Exception {
        Path empty = Files.writeString(files.resolve("empty.pem"), "nothing");
        Map<String, String> wrong = Map.of(
                "ca: " + empty, "holds no certificate in PEM form",
                ca() + ", crl: " + empty, "a list of revoked certificates cannot be parsed",
                ca() + ", crl: " + files.resolve("none.crl"), "cannot read");
        wrong.forEach((clients, message) -> Assertions.assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> gateway(clients, "http2: false"))
                .withMessageContaining(message));
    }
}
