package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.DevKafka;
import io.sluice.devcluster.ServerKind;
import io.sluice.tls.KeyedChain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each sample of the distribution starts before a real server and shows what its comment says. */
class SamplesIT {

    private static final String PASSWORD = "a password for this test";

    @TempDir
    Path directory;

    private Distribution distribution;
    /** Of Kafka, where a sample needs one. */
    private String servers = "";

    static List<String> samples() {
        Path samples = Path.of(System.getProperty("sluice.distribution"), "config/samples");
        try (Stream<Path> files = Files.list(samples)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".yml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void doesWhatItsCommentSays(String name) throws Exception {
        // Given
        distribution = Distribution.copyTo(directory.resolve("sluice"));
        Path sample = distribution.home().resolve("config/samples").resolve(name);
        List<TriedCommand> commands = TriedCommand.of(sample);
        assertThat(commands).isNotEmpty();
        URI node = SharedClusters.empty(ServerKind.ELASTICSEARCH_7).address(0);
        prepare(name);

        try (DevKafka kafka = name.equals("queue-kafka.yml") ? DevKafka.start(directory) : null;
                AutoCloseable secure = name.equals("tls.yml") ? secure(node) : () -> {}) {
            servers = kafka == null ? "" : kafka.addresses().getFirst();
            URI seed = secure instanceof CountingRelay relay
                    ? URI.create("https://127.0.0.1:" + relay.address().getPort())
                    : node;

            // When
            try (RunningGateway gateway = RunningGateway.start(run(sample, seed))) {
                // Then
                assertThat(gateway.log()).doesNotContain("place=");
                Map<String, String> addresses = Map.of(
                        "127.0.0.1:8000",
                        "127.0.0.1:" + gateway.port(),
                        "localhost:8000",
                        "localhost:" + gateway.port(),
                        "127.0.0.1:2900",
                        gateway.adminAddress().getAuthority(),
                        "127.0.0.1:9201",
                        node.getAuthority());
                for (TriedCommand command : commands) {
                    command.run(distribution.home(), addresses, Map.of("SLUICE_ADMIN_PASSWORD", PASSWORD));
                }
            }
        }
    }

    private void prepare(String name) throws Exception {
        if (name.equals("tls.yml")) {
            certify();
        } else if (name.equals("certificates.yml")) {
            certify();
            certify("--client", "alice");
            certify("--client", "bob");
        } else if (name.equals("custom-filter.yml")) {
            new ExamplePlugin(distribution, Files.createDirectory(directory.resolve("plugin"))).install();
        }
    }

    private void certify(String... more) throws Exception {
        String certs = distribution.home().resolve("certs").toString();
        List<String> command = new ArrayList<>(List.of("certificate", "--out", certs));
        command.addAll(List.of(more));
        assertThat(distribution.command(command.toArray(String[]::new)).code()).isZero();
    }

    private ProcessBuilder run(Path sample, URI seed) {
        ProcessBuilder builder = distribution.builder("run", "--config", sample.toString());
        builder.directory(distribution.home().toFile())
                .environment()
                .putAll(Map.of(
                        "SLUICE_NODE_1",
                        seed.toString(),
                        "SLUICE_HTTP_BIND",
                        "127.0.0.1:0",
                        "SLUICE_ADMIN_BIND",
                        "127.0.0.1:0",
                        "SLUICE_ADMIN_PASSWORD",
                        PASSWORD,
                        "SLUICE_KAFKA",
                        servers));
        return builder;
    }

    /** The node behind TLS, with the certificate that the command made. */
    private CountingRelay secure(URI node) throws Exception {
        Path certs = distribution.home().resolve("certs");
        KeyedChain own = KeyedChain.read(certs.resolve("server.pem"), certs.resolve("server.key"));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("own", own.key(), new char[0], own.chain().toArray(X509Certificate[]::new));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return new CountingRelay(
                node, context.getServerSocketFactory().createServerSocket(0, 100, InetAddress.getLoopbackAddress()));
    }
}
