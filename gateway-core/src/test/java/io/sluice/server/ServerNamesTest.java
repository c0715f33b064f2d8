package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.Algorithm;
import io.netty.pkitesting.X509Bundle;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A listener with several certificates shows each client the one for the name that it asks for. */
@Tag("slow")
class ServerNamesTest {

    @TempDir
    static Path files;

    private static SSLContext trust;

    @BeforeAll
    static void issue() throws Exception {
        X509Bundle authority = new CertificateBuilder()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        write(authority, "first", Algorithm.ecp256, "first.example");
        write(authority, "second", Algorithm.ecp256, "second.example");
        write(authority, "rsa", Algorithm.rsa2048, "rsa.example");
        write(authority, "both", Algorithm.ecp256, "rsa.example", "www.rsa.example");
        // The builder makes no names with a star.
        for (String file : List.of("wild.pem", "wild.key")) {
            try (InputStream in = ServerNamesTest.class.getResourceAsStream(file)) {
                Files.copy(in, files.resolve(file));
            }
        }
        trust = SSLContext.getInstance("TLS");
        trust.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
    }

    private static void write(X509Bundle authority, String name, Algorithm algorithm, String... hosts)
            throws Exception {
        CertificateBuilder builder =
                new CertificateBuilder().subject("CN=" + name).algorithm(algorithm);
        for (String host : hosts) {
            builder.addSanDnsName(host);
        }
        X509Bundle made = builder.buildIssuedBy(authority);
        Files.writeString(files.resolve(name + ".pem"), made.getCertificatePathPEM());
        Files.writeString(files.resolve(name + ".key"), made.getPrivateKeyPEM());
    }

    private static String pair(String name) {
        return "certificate: %s, key: %s".formatted(files.resolve(name + ".pem"), files.resolve(name + ".key"));
    }

    private static TestGateway gateway(String first, String... further) throws Exception {
        String others =
                Stream.of(further).map(name -> "{ %s }".formatted(pair(name))).collect(Collectors.joining(", "));
        String tls = "tls: { %s, certificates: [%s], http2: true }".formatted(pair(first), others);
        return new TestGateway(
                TestGateway.yaml(tls, "nodes: [\"http://127.0.0.1:9\"]\n    discovery: { enabled: false }"));
    }

    private static String shown(TestGateway gateway, String asked, String protocol) throws Exception {
        try (SSLSocket socket =
                (SSLSocket) trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), gateway.port())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setProtocols(new String[] {protocol});
            parameters.setServerNames(asked.isEmpty() ? List.of() : List.of(new SNIHostName(asked)));
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            X509Certificate certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            return certificate.getSubjectX500Principal().getName();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', first",
        "first.example, first",
        "second.example, second",
        "SECOND.Example, second",
        "rsa.example, rsa",
        "a.wild.example, wild",
        "a.b.wild.example, first",
        "wild.example, first",
        "other.example, first"
    })
    void showsTheCertificateOfTheNameThatIsAskedFor(String asked, String expected) throws Exception {
        try (TestGateway gateway = gateway("first", "second", "rsa", "wild")) {
            assertShown(gateway, asked, expected);
        }
    }

    /** Clients like elliptic curves better, whoever's they are. */
    @ParameterizedTest
    @CsvSource({"'', rsa", "other.example, rsa", "rsa.example, rsa", "first.example, first"})
    void showsTheFirstAlsoIfAFurtherOneHasAKeyThatTheClientLikesBetter(String asked, String expected) throws Exception {
        try (TestGateway gateway = gateway("rsa", "first", "second")) {
            assertShown(gateway, asked, expected);
        }
    }

    @ParameterizedTest
    @CsvSource({"'', both", "other.example, both", "rsa.example, both", "first.example, first"})
    void letsAClientChooseAmongKeysOfTheSameHost(String asked, String expected) throws Exception {
        try (TestGateway gateway = gateway("rsa", "first", "both")) {
            assertShown(gateway, asked, expected);
        }
    }

    private static void assertShown(TestGateway gateway, String asked, String expected) throws Exception {
        for (String protocol : List.of("TLSv1.3", "TLSv1.2")) {
            assertThat(shown(gateway, asked, protocol)).as(protocol).isEqualTo("CN=" + expected);
            assertThat(shown(gateway, asked, protocol)).as("again, " + protocol).isEqualTo("CN=" + expected);
        }
    }
}
