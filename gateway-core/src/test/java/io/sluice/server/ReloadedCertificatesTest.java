package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.sluice.config.ConfigChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that change while a gateway runs, with the configuration or without it. */
@Tag("slow")
class ReloadedCertificatesTest {
    private static final String YAML = ReloadedGateway.YAML;

    @TempDir
    Path directory;

    private ReloadedGateway start(String yaml) throws Exception {
        return ReloadedGateway.in(directory, yaml);
    }

    @Test
    void showsTheNewCertificateToNewConnectionsAndKeepsTheOthers() throws Exception {
        // Given
        Path certificate = directory.resolve("own.pem");
        Path key = directory.resolve("own.key");
        certify("CN=first", certificate, key);
        String yaml = YAML.replace("name: http,", "name: http, tls: { certificate: own.pem, key: own.key },");
        try (ReloadedGateway gateway = start(yaml);
                SSLSocket before = connect(gateway.port())) {
            assertThat(subject(before)).isEqualTo("CN=first");

            // When
            certify("CN=second", certificate, key);
            List<ConfigChange> changes = ReloadedGateway.changes(gateway.reload(yaml));

            // Then
            assertThat(changes)
                    .extracting(change -> change.section() + " " + change.name())
                    .containsExactly("certificates listener http");
            try (SSLSocket after = connect(gateway.port())) {
                assertThat(subject(after)).isEqualTo("CN=second");
            }
            before.getOutputStream().write("GET / HTTP/1.1\r\nhost: a\r\n\r\n".getBytes());
            assertThat(new String(before.getInputStream().readNBytes(12))).isEqualTo("HTTP/1.1 503");
            gateway.awaitClosed();
            assertThat(gateway.scrape()).contains("subject=\"CN=second\"").doesNotContain("subject=\"CN=first\"");
        }
    }

    @Test
    void makesAClusterAnewWhoseAuthoritiesChanged() throws Exception {
        // Given
        Path authority = directory.resolve("ca.pem");
        certify("CN=first", authority, directory.resolve("own.key"));
        String yaml = YAML.replace("http://127.0.0.1:1\"]", "https://127.0.0.1:1\"], tls: { ca: ca.pem }");
        try (ReloadedGateway gateway = start(yaml)) {
            Object before = gateway.gateway().clusters().iterator().next();
            gateway.reload(yaml);
            assertThat(gateway.gateway().clusters()).containsExactly((ClusterRuntime) before);

            // When
            certify("CN=second", authority, directory.resolve("own.key"));
            List<ConfigChange> changes = ReloadedGateway.changes(gateway.reload(yaml));

            // Then
            assertThat(changes)
                    .extracting(change -> change.section() + " " + change.name())
                    .containsExactly("certificates cluster primary");
            assertThat(gateway.gateway().clusters()).doesNotContain((ClusterRuntime) before);
            gateway.awaitClosed();
            assertThat(gateway.scrape())
                    .contains("subject=\"CN=second\",use=\"ca\"")
                    .doesNotContain("subject=\"CN=first\"");
        }
    }

    @Test
    void leavesARollbackToAConfigurationOfOtherCertificates() throws Exception {
        certify("CN=first", directory.resolve("own.pem"), directory.resolve("own.key"));
        String watched = YAML.replace("drain: 1s", "drain: 1s, reload: { watch: true, every: 20ms }");
        String secured = watched.replace("name: http,", "name: http, tls: { certificate: own.pem, key: own.key },");
        try (ReloadedGateway gateway = start(watched);
                ConfigWatch watch =
                        new ConfigWatch(gateway.gateway(), gateway.reloads(), directory.resolve("gateway.yml"))) {
            // Given
            watch.start();
            gateway.write(secured);
            Awaitility.await().until(() -> gateway.gateway().generation() == 2);

            // When
            Awaitility.await().until(() -> gateway.reloads().tryRollback() instanceof ReloadOutcome.Done);

            // Then
            Awaitility.await()
                    .during(Duration.ofMillis(200))
                    .until(() -> gateway.gateway().generation() == 3);
            assertThat(gateway.gateway().config().listeners().getFirst().tls()).isNull();
        }
    }

    @Test
    void takesOverARefusedFileOnceItsCertificatesCome() throws Exception {
        String watched = YAML.replace("drain: 1s", "drain: 1s, reload: { watch: true, every: 20ms }");
        try (ReloadedGateway gateway = start(watched);
                ConfigWatch watch =
                        new ConfigWatch(gateway.gateway(), gateway.reloads(), directory.resolve("gateway.yml"))) {
            // Given
            watch.start();
            gateway.write(watched.replace("name: http,", "name: http, tls: { certificate: own.pem, key: own.key },"));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .during(Duration.ofMillis(200))
                    .until(() -> gateway.scrape().contains("reloads_total{result=\"refused\"} 1.0"));

            // When
            certify("CN=first", directory.resolve("own.pem"), directory.resolve("own.key"));

            // Then
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> gateway.gateway().generation() == 2);
            try (SSLSocket connected = connect(gateway.port())) {
                assertThat(subject(connected)).isEqualTo("CN=first");
            }
        }
    }

    private static void certify(String subject, Path certificate, Path key) throws Exception {
        X509Bundle own = new CertificateBuilder()
                .subject(subject)
                .addSanIpAddress("127.0.0.1")
                .setIsCertificateAuthority(true)
                .ecp256()
                .buildSelfSigned();
        Files.writeString(certificate, own.getCertificatePathPEM());
        Files.writeString(key, own.getPrivateKeyPEM());
    }

    private static SSLSocket connect(int port) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Trusting()}, new SecureRandom());
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port);
        socket.setSoTimeout(10_000);
        socket.startHandshake();
        return socket;
    }

    private static String subject(SSLSocket socket) throws Exception {
        return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                .getSubjectX500Principal()
                .toString();
    }

    private static final class Trusting implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
