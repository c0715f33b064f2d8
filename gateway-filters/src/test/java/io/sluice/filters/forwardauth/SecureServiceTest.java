package io.sluice.filters.forwardauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.TestContext;
import io.sluice.tls.HostName;
import io.sluice.tls.KeyedChain;
import io.sluice.tls.TrialCertificates;
import io.sluice.tls.TrialFiles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@Tag("slow")
class SecureServiceTest {

    private static final Duration DAYS = Duration.ofDays(100);

    @TempDir
    private static Path directory;

    private static KeyedChain own;
    private static KeyedChain ofAnotherHost;
    private static KeyedChain ofAnotherAuthority;

    @BeforeAll
    static void certify() throws Exception {
        TrialCertificates certificates = new TrialCertificates(Instant.now());
        KeyedChain authority = certificates.authority(DAYS);
        own = certificates.server(authority, List.of(HostName.of("localhost")), DAYS);
        ofAnotherHost = certificates.server(authority, List.of(HostName.of("auth.example")), DAYS);
        ofAnotherAuthority = certificates.server(certificates.authority(DAYS), List.of(HostName.of("localhost")), DAYS);
        new TrialFiles(directory, "server").write(authority, own, false);
    }

    private static SSLContext context(KeyedChain chain) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("own", chain.key(), new char[0], chain.chain().toArray(X509Certificate[]::new));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static int status(KeyedChain chain, String ca) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context(chain)));
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        String yaml = "address: https://localhost:" + server.getAddress().getPort() + "/\ntimeout: 30s\n" + ca;
        try (FilterHarness harness = FilterHarness.of(
                ForwardAuthFilter.class, yaml, new TestContext(directory).filterTimeout(Duration.ofMinutes(2)))) {
            return harness.request("GET", "/").send().status();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void isBelievedWithACertificateOfItsAuthorityAndName() throws Exception {
        String ca = "ca: '" + new TrialFiles(directory, "server").authority() + "'";

        assertThat(status(own, ca)).isEqualTo(200);
        assertThat(status(ofAnotherHost, ca)).isEqualTo(503);
        assertThat(status(ofAnotherAuthority, ca)).isEqualTo(503);
        assertThat(status(own, "")).isEqualTo(503);
    }
}
