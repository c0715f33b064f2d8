package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.OpenSsl;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a configuration says of files that TLS cannot work with, or not for long. */
class TlsChecksTest {

    @TempDir
    static Path files;

    @BeforeAll
    static void issue() throws Exception {
        Instant now = Instant.now();
        X509Bundle authority =
                certificate("authority").setIsCertificateAuthority(true).buildSelfSigned();
        X509Bundle other = server("other").buildIssuedBy(authority);
        X509Bundle good = server("good").buildIssuedBy(authority);
        write("good.pem", good.getCertificatePathPEM());
        write("good.key", good.getPrivateKeyPEM());
        write("authority.pem", authority.getCertificatePEM());
        write("other.key", other.getPrivateKeyPEM());
        write("pkcs1.key", good.getPrivateKeyPEM().replace("PRIVATE KEY", "RSA PRIVATE KEY"));
        write("encrypted.key", good.getPrivateKeyPEM().replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY"));
        write("broken.key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        write("broken.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        write("garbage.pem", "garbage\n");
        write("reversed.pem", authority.getCertificatePEM() + good.getCertificatePEM());
        write("unrelated.pem", good.getCertificatePEM() + other.getCertificatePEM());
        write(
                "forged.pem",
                good.getCertificatePEM()
                        + certificate("authority")
                                .setIsCertificateAuthority(true)
                                .buildSelfSigned()
                                .getCertificatePEM());
        write(
                "bare.pem",
                certificate("bare")
                        .keyPair(good.getKeyPair())
                        .buildIssuedBy(authority)
                        .getCertificatePEM());
        write(
                "client.pem",
                server("client")
                        .keyPair(good.getKeyPair())
                        .addExtendedKeyUsageClientAuth()
                        .buildIssuedBy(authority)
                        .getCertificatePEM());
        write(
                "expired.pem",
                server("expired")
                        .keyPair(good.getKeyPair())
                        .notBefore(now.minus(Duration.ofDays(9)))
                        .notAfter(now.minus(Duration.ofDays(2)))
                        .buildIssuedBy(authority)
                        .getCertificatePEM());
        write(
                "early.pem",
                server("early")
                        .keyPair(good.getKeyPair())
                        .notBefore(now.plus(Duration.ofDays(2)))
                        .notAfter(now.plus(Duration.ofDays(99)))
                        .buildIssuedBy(authority)
                        .getCertificatePEM());
        write(
                "soon.pem",
                server("soon")
                        .keyPair(good.getKeyPair())
                        .notBefore(now.minus(Duration.ofDays(2)))
                        .notAfter(now.plus(Duration.ofDays(5)).plus(Duration.ofHours(1)))
                        .buildIssuedBy(authority)
                        .getCertificatePEM());
        X509Bundle edwards = server("ed25519")
                .algorithm(CertificateBuilder.Algorithm.ed25519)
                .buildIssuedBy(authority);
        write("ed25519.pem", edwards.getCertificatePathPEM());
        write("ed25519.key", edwards.getPrivateKeyPEM());
        Files.createDirectory(files.resolve("directory.pem"));
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(512);
        X509Bundle weak = server("weak").keyPair(generator.generateKeyPair()).buildIssuedBy(authority);
        write("weak.pem", weak.getCertificatePEM());
        write("weak.key", weak.getPrivateKeyPEM());
    }

    private static CertificateBuilder certificate(String name) {
        return new CertificateBuilder()
                .subject("CN=" + name)
                .ecp256()
                .notAfter(Instant.now().plus(Duration.ofDays(90)));
    }

    private static CertificateBuilder server(String name) {
        return certificate(name).addSanDnsName(name + ".example");
    }

    private static void write(String name, String text) throws IOException {
        Files.writeString(files.resolve(name), text);
    }

    private static String listener(String certificate, String key) {
        return """
                clusters: { primary: { nodes: ["http://127.0.0.1:9200"] } }
                flows: { default: { relay: { cluster: primary } } }
                listeners:
                  - name: https
                    bind: 127.0.0.1:0
                    tls:
                      certificate: %s
                      key: %s
                    routes: [{ flow: default }]
                """.formatted(certificate, key);
    }

    private static String cluster(String tls) {
        return """
                clusters:
                  primary:
                    nodes: ["https://127.0.0.1:9200"]
                    tls: { %s }
                flows: { default: { relay: { cluster: primary } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(tls);
    }

    private static List<String> problems(String yaml) {
        try {
            load(yaml);
            return List.of();
        } catch (ConfigException e) {
            return e.problems().stream().map(TlsChecksTest::text).toList();
        }
    }

    private static List<String> warnings(String yaml) throws ConfigException {
        return load(yaml).warnings().stream().map(TlsChecksTest::text).toList();
    }

    private static String text(Problem problem) {
        return problem.toString().replace(files.toString() + "/", "");
    }

    private static Loaded<FilterTypes> load(String yaml) throws ConfigException {
        return new ConfigLoader(Map.of()).parse(yaml, files.resolve("gateway.yml"), plugins -> SampleSettings.TYPES);
    }

    @Test
    void whatWorksIsNoProblem() throws Exception {
        assertThat(warnings(listener("good.pem", "good.key"))).isEmpty();
        assertThat(warnings(cluster("ca: authority.pem, certificate: good.pem, key: good.key")))
                .isEmpty();
    }

    @Test
    void refusesOpenSslWhereItDoesNotLoad() {
        List<String> found = new ArrayList<>(problems(
                listener("good.pem", "good.key").replace("key: good.key", "key: good.key\n      provider: openssl")));
        found.addAll(problems(cluster("provider: openssl")));
        if (OpenSsl.isAvailable()) {
            assertThat(found).isEmpty();
        } else {
            assertThat(found)
                    .hasSize(2)
                    .allSatisfy(problem -> assertThat(problem).contains("tls: provider openssl does not load here"));
        }
    }

    @Test
    void namesAKeyThatOpenSslDoesNotTake() throws Exception {
        assertThat(warnings(listener("ed25519.pem", "ed25519.key"))).isEmpty();
        assertThat(problems(listener("ed25519.pem", "ed25519.key")
                        .replace("key: ed25519.key", "key: ed25519.key\n      provider: openssl")))
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            good.pem      | other.key     | 8:12: listeners[0].tls.key: other.key is not the key of the certificate in good.pem, CN=good
            good.pem      | pkcs1.key     | 8:12: listeners[0].tls.key: pkcs1.key: the key is not in PKCS#8 form but a RSA PRIVATE KEY; convert it: openssl pkcs8 -topk8 -nocrypt -in pkcs1.key -out NEW.key
            good.pem      | encrypted.key | 8:12: listeners[0].tls.key: encrypted.key: the key is encrypted; write it without a password, readable for the gateway only: openssl pkcs8 -topk8 -nocrypt -in encrypted.key -out NEW.key
            good.pem      | broken.key    | 8:12: listeners[0].tls.key: broken.key: the key is none of RSA, EC, EdDSA, RSASSA-PSS
            good.pem      | good.pem      | 8:12: listeners[0].tls.key: good.pem holds no private key in PEM form (-----BEGIN PRIVATE KEY-----) but CERTIFICATE
            good.key      | good.pem      | 7:20: listeners[0].tls.certificate: good.key holds no certificate in PEM form (-----BEGIN CERTIFICATE-----) but PRIVATE KEY
            garbage.pem   | good.key      | 7:20: listeners[0].tls.certificate: garbage.pem holds no certificate in PEM form (-----BEGIN CERTIFICATE-----) but nothing in PEM form
            broken.pem    | good.key      | 7:20: listeners[0].tls.certificate: broken.pem: certificate 1 cannot be parsed
            none.pem      | good.key      | 7:20: listeners[0].tls.certificate: cannot read none.pem: there is no such file
            directory.pem | good.key      | 7:20: listeners[0].tls.certificate: cannot read directory.pem: Is a directory
            reversed.pem  | good.key      | 7:20: listeners[0].tls.certificate: reversed.pem: the chain is in the wrong order: the first certificate, CN=authority, is not that of the key; its own must be the first, then each issuer
            unrelated.pem | good.key      | 7:20: listeners[0].tls.certificate: unrelated.pem: the chain is in the wrong order: certificate 1, CN=good, was not issued by the one that follows, CN=other
            """)
    void namesWhatAListenerCannotServeWith(String certificate, String key, String problem) {
        assertThat(problems(listener(certificate, key))).contains("gateway.yml:" + problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ca: garbage.pem                        | ca: garbage.pem holds no certificate in PEM form (-----BEGIN CERTIFICATE-----) but nothing in PEM form
            certificate: good.pem, key: other.key  | key: other.key is not the key of the certificate in good.pem, CN=good
            """)
    void namesWhatAClusterCannotBeReachedWith(String tls, String problem) {
        assertThat(problems(cluster(tls)))
                .singleElement()
                .asString()
                .startsWith("gateway.yml:4:")
                .endsWith("clusters.primary.tls." + problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            forged.pem    | the signature of certificate 1, CN=good, was not made with the key of the one that follows; peers that verify it refuse it
            bare.pem      | the certificate CN=bare has no subject alternative name; most clients that verify it refuse it
            client.pem    | the certificate CN=client is not meant for servers (extended key usage); peers that verify it refuse it
            """)
    void warnsOfWhatManyClientsRefuse(String certificate, String warning) throws Exception {
        assertThat(warnings(listener(certificate, "good.key")))
                .containsExactly("gateway.yml:7:20: listeners[0].tls.certificate: " + certificate + ": " + warning);
    }

    @ParameterizedTest
    @CsvSource({
        "expired.pem, the certificate CN=expired expired on ",
        "early.pem, the certificate CN=early is not valid before ",
        "soon.pem, the certificate CN=soon expires on "
    })
    void warnsOfCertificatesThatExpire(String certificate, String warning) throws Exception {
        assertThat(warnings(listener(certificate, "good.key")))
                .singleElement()
                .asString()
                .startsWith("gateway.yml:7:20: listeners[0].tls.certificate: " + certificate + ": " + warning);
        assertThat(warnings(cluster("ca: " + certificate)))
                .singleElement()
                .asString()
                .contains("clusters.primary.tls.ca: " + certificate + ": " + warning);
    }

    @Test
    void playsAHandshakeWithWhatLooksRight() {
        assertThat(problems(listener("weak.pem", "weak.key")))
                .singleElement()
                .asString()
                .startsWith("gateway.yml:7:20: listeners[0].tls.certificate: no TLSv1.3 handshake is possible with the"
                        + " certificate CN=weak (RSA, SHA256withECDSA): ");
    }

    @Test
    void warnsOfTlsThatIsNotUsed() throws Exception {
        String yaml = cluster("ca: authority.pem").replace("https:", "http:");

        assertThat(warnings(yaml)).singleElement().asString().contains("the nodes are reached through http");
    }
}
