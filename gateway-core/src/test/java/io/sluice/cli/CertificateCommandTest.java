package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.tls.Certificates;
import io.sluice.tls.KeyedChain;
import io.sluice.tls.TrialCertificates;
import io.sluice.tls.TrialFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Tag("slow")
class CertificateCommandTest {

    private static final Path OPENSSL = Path.of("/usr/bin/openssl");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path home;

    private Path certs;

    @BeforeEach
    void choose() {
        certs = home.resolve("my certs");
    }

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

    @Test
    void refusesAnAuthorityWithoutItsKeyAndLeavesItAlone() throws Exception {
        // Given
        run();
        Files.delete(certs.resolve("ca.key"));
        byte[] authority = Files.readAllBytes(certs.resolve("ca.pem"));

        // When / Then
        assertThat(run("--force")).isEqualTo(1);
        assertThat(err)
                .hasToString(
                        "sluice: " + certs + "/ca.pem has no ca.key beside it: put that back, or remove ca.pem for a"
                                + " new authority\n");
        assertThat(certs.resolve("ca.pem")).hasBinaryContent(authority);
    }

    @Test
    void saysWhatToRemoveWhereTheKeyOfAnAuthorityIsLeftAlone() throws Exception {
        // Given
        run();
        Files.delete(certs.resolve("ca.pem"));

        // When / Then
        assertThat(run("--force")).isEqualTo(1);
        assertThat(err)
                .hasToString(
                        "sluice: " + certs + "/ca.key has no ca.pem beside it: put that back, or remove ca.key for a"
                                + " new authority\n");
        Files.delete(certs.resolve("ca.key"));
        assertThat(run("--force")).as(err.toString()).isZero();
    }

    @Test
    void keepsTheOldKeyIfTheNewCertificateCannotTakeItsPlace() throws Exception {
        // Given
        run();
        byte[] key = Files.readAllBytes(certs.resolve("server.key"));
        Files.delete(certs.resolve("server.pem"));
        Files.createDirectory(certs.resolve("server.pem"));

        // When
        assertThat(run("--force")).isEqualTo(1);

        // Then
        assertThat(certs.resolve("server.key")).hasBinaryContent(key);
        assertThat(permissions("server.key")).isEqualTo("rw-------");
        assertThat(names()).containsExactlyInAnyOrder("ca.key", "ca.pem", "server.key", "server.pem");
    }

    @Test
    void leavesNoAuthorityBehindIfItsFirstCertificateCannotBeWritten() throws Exception {
        // Given
        Files.createDirectories(certs.resolve("server.pem"));

        // When / Then
        assertThat(run("--force")).isEqualTo(1);
        assertThat(names()).containsExactly("server.pem");
    }

    @Test
    void refusesAServersCertificateInPlaceOfAnAuthority() throws Exception {
        // Given
        run();
        for (String kind : List.of(".pem", ".key")) {
            Files.copy(certs.resolve("server" + kind), certs.resolve("ca" + kind), StandardCopyOption.REPLACE_EXISTING);
        }

        // When / Then
        assertThat(run("--force")).isEqualTo(1);
        assertThat(err)
                .hasToString("sluice: " + certs + "/ca.pem is no authority: it may not sign other certificates\n");
    }

    @Test
    void refusesACertificateThatWouldOutliveItsAuthority() throws Exception {
        // Given
        run();
        KeyedChain old = new TrialCertificates(Instant.now()).authority(Duration.ofDays(10));
        new TrialFiles(Files.createDirectory(home.resolve("old")), "server").write(old, old, false);

        // When / Then
        certs = home.resolve("old");
        assertThat(run("--force", "--days", "20")).isEqualTo(1);
        assertThat(err.toString())
                .contains("ca.pem ends on ", "give --days fewer days, or another --out")
                .hasLineCount(1);
        assertThat(run("--force", "--days", "9")).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://search.example",
                "search.example:9200",
                "under_score.example",
                "-a.example",
                "a..example",
                "256.1.1.1",
                "[::1]",
                "*",
                "*.example",
                "a.*.example",
                "a\nb",
                ""
            })
    void refusesWhatIsNoHostAsWrongUsage(String host) {
        // When / Then
        assertThat(run("--host=" + host)).isEqualTo(2);
        assertThat(err.toString()).contains("' is no host: write a name such as search.example");
        assertThat(certs).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "3651"})
    void refusesDaysThatMakeNoSense(String days) {
        // When / Then
        assertThat(run("--days=" + days)).isEqualTo(2);
        assertThat(err.toString()).contains("--days is 1 to 3650");
    }

    @Test
    void saysThatTheDirectoryIsAFile() throws Exception {
        // Given
        Files.writeString(certs, "");

        // When / Then
        assertThat(run()).isEqualTo(1);
        assertThat(err)
                .hasToString("sluice: the certificates cannot be written in " + certs + ": " + certs
                        + ": there is a file of this name already\n");
    }

    @Test
    void saysThatTheDirectoryCannotBeWritten() throws Exception {
        // Given
        Files.createDirectory(
                certs, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-xr-xr-x")));
        // Nothing keeps root out of a directory of its own, but nobody writes in /proc.
        if (Files.isWritable(certs)) {
            certs = Path.of("/proc/self");
        }

        // When / Then
        assertThat(run()).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("sluice: the certificates cannot be written in " + certs + ": ")
                .hasLineCount(1);
    }

    private int run(String... options) {
        List<String> arguments = new ArrayList<>(List.of("certificate", "--out", certs.toString()));
        arguments.addAll(List.of(options));
        err.getBuffer().setLength(0);
        String[] all = arguments.toArray(String[]::new);
        CommandLine command = Sluice.commandLine(all);
        command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return command.execute(all);
    }

    private String permissions(String file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(certs.resolve(file)));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(certs)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
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
