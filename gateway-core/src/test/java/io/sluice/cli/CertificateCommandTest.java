package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.tls.Certificates;
import io.sluice.tls.KeyedChain;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class CertificateCommandTest extends CertificateTest {

    private static final Path OPENSSL = Path.of("/usr/bin/openssl");

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "::1"})
    void aClientOfTheJdkAcceptsTheServerByEachOfItsDefaultNames(String host) throws Exception {
        // Given
        assertThat(run()).isZero();

        // When / Then
        assertThat(handshake(certs.resolve("ca.pem"), host)).isEqualTo("TLSv1.3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"search.example", "a.logs.example", "10.1.2.3", "fd00::7", "2001:db8::a", "xn--bcher-kva.example"
            })
    void aClientOfTheJdkAcceptsTheServerByEachNameThatWasAskedFor(String host) throws Exception {
        // Given
        assertThat(run(
                        "--host",
                        "Search.Example",
                        "*.logs.example",
                        "10.1.2.3",
                        "--host",
                        "fd00::7",
                        "2001:DB8:0:0::A",
                        "--host",
                        "bücher.example"))
                .as(err.toString())
                .isZero();

        // When / Then
        assertThat(handshake(certs.resolve("ca.pem"), host)).isEqualTo("TLSv1.3");
    }

    @Test
    void makesACertificateThatServersAcceptOfAClient() throws Exception {
        // Given
        run();

        // When
        assertThat(run("--client", "alice@example.org")).as(err.toString()).isZero();

        // Then
        List<X509Certificate> chain = Certificates.read(certs.resolve("alice@example.org.pem"));
        assertThat(Certificates.subject(chain.getFirst())).isEqualTo("CN=alice@example.org");
        assertThat(KeyedChain.read(certs.resolve("alice@example.org.pem"), certs.resolve("alice@example.org.key"))
                        .doubts(false))
                .isEmpty();
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry(
                "ca", Certificates.read(certs.resolve("ca.pem")).getFirst());
        trusted.init(store);
        ((X509TrustManager) trusted.getTrustManagers()[0])
                .checkClientTrusted(chain.toArray(X509Certificate[]::new), "EC");
        assertThat(out.toString()).contains("clients: { ca: '" + certs.resolve("ca.pem") + "' }");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ca", "server", "", "../alice", "-a", "a b"})
    void refusesNamesOfClientsThatWouldBeOtherFiles(String name) {
        assertThat(run("--client", name)).isEqualTo(2);
        assertThat(certs).doesNotExist();
        assertThat(err.toString()).contains("--client is at most 64 letters, digits");
    }

    @Test
    void aClientRefusesTheServerByAnotherName() throws Exception {
        // Given
        run("--host", "search.example");

        // When / Then
        assertThatThrownBy(() -> handshake(certs.resolve("ca.pem"), "localhost"))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("localhost");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1"})
    void opensslAcceptsTheChainByItsStrictRules(String host) throws Exception {
        // Given
        assumeTrue(Files.isExecutable(OPENSSL));
        run();

        // When
        boolean address = Character.isDigit(host.charAt(0));
        Process verify = new ProcessBuilder(
                        OPENSSL.toString(),
                        "verify",
                        "-x509_strict",
                        "-purpose",
                        "sslserver",
                        address ? "-verify_ip" : "-verify_hostname",
                        host,
                        "-CAfile",
                        certs.resolve("ca.pem").toString(),
                        certs.resolve("server.pem").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(verify.getInputStream().readAllBytes());

        // Then
        assertThat(said).endsWith("server.pem: OK\n");
    }

    @Test
    void onlyTheOwnerCanReadTheKeys() throws Exception {
        // When
        run();

        // Then
        assertThat(permissions("ca.key")).isEqualTo("rw-------");
        assertThat(permissions("server.key")).isEqualTo("rw-------");
        assertThat(permissions("ca.pem")).isEqualTo("rw-r--r--");
        assertThat(permissions("server.pem")).isEqualTo("rw-r--r--");
        assertThat(names()).containsExactlyInAnyOrder("ca.key", "ca.pem", "server.key", "server.pem");
    }

    @Test
    void eachCertificateSaysWhatItIsFor() throws Exception {
        // When
        run("--days", "30");

        // Then
        List<X509Certificate> chain = Certificates.read(certs.resolve("server.pem"));
        X509Certificate server = chain.getFirst();
        X509Certificate authority = chain.getLast();
        assertThat(chain).hasSize(2);
        assertThat(authority.getBasicConstraints()).isZero();
        assertThat(authority.getKeyUsage())
                .containsExactly(false, false, false, false, false, true, true, false, false);
        assertThat(server.getBasicConstraints()).isEqualTo(-1);
        assertThat(server.getKeyUsage()).containsExactly(true, false, false, false, false, false, false, false, false);
        assertThat(server.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(server.getNonCriticalExtensionOIDs()).contains("2.5.29.14", "2.5.29.35");
        assertThat(server.getSerialNumber().bitLength()).isBetween(100, 159);
        assertThat(server.getNotAfter().toInstant())
                .isBetween(
                        Instant.now().plus(Duration.ofDays(29)), Instant.now().plus(Duration.ofDays(30)));
        assertThat(KeyedChain.read(certs.resolve("server.pem"), certs.resolve("server.key"))
                        .doubts(true))
                .isEmpty();
    }

    @Test
    void saysWhatToDoNext() {
        // When
        run("--host", "search.example");

        // Then
        assertThat(out.toString())
                .contains(
                        certs + "/ca.pem: a new authority\n",
                        certs + "/server.pem: for search.example; until ",
                        "    tls:\n      certificate: '" + certs + "/server.pem'\n      key: '" + certs
                                + "/server.key'\n",
                        "    curl --cacert '" + certs + "/ca.pem' https://search.example:8000/\n");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void overwritesNothingUnlessThatIsWanted() throws Exception {
        // Given
        run();
        byte[] server = Files.readAllBytes(certs.resolve("server.pem"));

        // When / Then
        assertThat(run("--host", "other.example")).isEqualTo(1);
        assertThat(err)
                .hasToString("sluice: " + certs + "/server.pem: there is a file of this name already;"
                        + " --force replaces it\n");
        assertThat(certs.resolve("server.pem")).hasBinaryContent(server);
    }

    @Test
    void theSecondCertificateIsSignedByTheAuthorityThatIsThere() throws Exception {
        // Given
        run();
        Path trusted = Files.copy(certs.resolve("ca.pem"), home.resolve("trusted.pem"));

        // When
        assertThat(run("--host", "other.example", "--force")).as(err.toString()).isZero();

        // Then
        assertThat(out.toString()).contains("ca.pem: the authority that was there");
        assertThat(certs.resolve("ca.pem")).hasSameBinaryContentAs(trusted);
        assertThat(handshake(trusted, "other.example")).isEqualTo("TLSv1.3");
        assertThat(names()).containsExactlyInAnyOrder("ca.key", "ca.pem", "server.key", "server.pem");
    }

    @Test
    void signsWithAnAuthorityWhoseServerFilesWereMovedAway() throws Exception {
        // Given
        run();
        Files.delete(certs.resolve("server.pem"));
        Files.delete(certs.resolve("server.key"));

        // When / Then
        assertThat(run()).as(err.toString()).isZero();
        assertThat(handshake(certs.resolve("ca.pem"), "localhost")).isEqualTo("TLSv1.3");
    }

    /** The protocol of a handshake in which the client trusts that authority only and asks for that host. */
    private String handshake(Path authority, String host) throws Exception {
        try (SSLServerSocket server = (SSLServerSocket) serverSide()
                        .getServerSocketFactory()
                        .createServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket plain = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
            CompletableFuture<Void> served = CompletableFuture.runAsync(() -> {
                try (SSLSocket accepted = (SSLSocket) server.accept()) {
                    accepted.startHandshake();
                } catch (IOException e) {
                    // The client says why.
                }
            });
            try (SSLSocket client =
                    (SSLSocket) clientSide(authority).getSocketFactory().createSocket(plain, host, 443, true)) {
                SSLParameters parameters = client.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                client.setSSLParameters(parameters);
                client.startHandshake();
                return client.getSession().getProtocol();
            } finally {
                served.get(60, TimeUnit.SECONDS);
            }
        }
    }

    private SSLContext serverSide() throws Exception {
        KeyedChain own = KeyedChain.read(certs.resolve("server.pem"), certs.resolve("server.key"));
        KeyStore store = emptyStore();
        store.setKeyEntry("own", own.key(), new char[0], own.chain().toArray(X509Certificate[]::new));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static SSLContext clientSide(Path authority) throws Exception {
        KeyStore store = emptyStore();
        store.setCertificateEntry("ca", Certificates.read(authority).getFirst());
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static KeyStore emptyStore() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
