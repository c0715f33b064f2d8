package io.sluice.index.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigLoader;
import io.sluice.tls.HostName;
import io.sluice.tls.KeyedChain;
import io.sluice.tls.TrialCertificates;
import io.sluice.tls.TrialFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterCallsTlsTest {
    private static final char[] NONE = {};

    @TempDir
    Path directory;

    private HttpsServer server;

    @BeforeEach
    void serve() throws Exception {
        TrialCertificates certificates = new TrialCertificates(Instant.now());
        KeyedChain authority = certificates.authority(Duration.ofDays(1));
        KeyedChain own = certificates.server(authority, List.of(HostName.of("localhost")), Duration.ofDays(1));
        new TrialFiles(directory, "server").write(authority, own, true);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, NONE);
        keys.setKeyEntry("own", own.key(), NONE, own.chain().toArray(new java.security.cert.Certificate[0]));
        KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
        managers.init(keys, NONE);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", exchange -> {
            byte[] answer = "{\"version\":{\"number\":\"8.19.1\"}}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Server asked(String host, String tls) throws Exception {
        String node = "https://" + host + ":" + server.getAddress().getPort();
        ClusterConfig config = new ConfigLoader(Map.of())
                .parseFilter("{ nodes: ['" + node + "'], tls: " + tls + " }", "test", directory, ClusterConfig.class);
        CallTerms terms = new CallTerms(Duration.ofSeconds(60), Duration.ZERO, 1 << 20);
        try (ClusterCalls calls = new ClusterCalls(config, terms)) {
            return calls.server();
        }
    }

    @Test
    void trustsTheAuthorityThatIsNamed() throws Exception {
        assertThat(asked("localhost", "{ ca: ca.pem }")).hasToString("Elasticsearch 8.19");
    }

    @Test
    void trustsNoOtherAuthority() {
        assertThatThrownBy(() -> asked("localhost", "{}")).isInstanceOf(IOException.class);
    }

    @Test
    void trustsNoCertificateOfAnotherName() {
        assertThatThrownBy(() -> asked("127.0.0.1", "{ ca: ca.pem }")).isInstanceOf(IOException.class);
    }

    @Test
    void alwaysVerifies() {
        assertThatThrownBy(() -> asked("localhost", "{ verify: false }")).hasMessageContaining("tls.verify");
    }
}
