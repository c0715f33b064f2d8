package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.config.ConfigChange;
import io.sluice.config.Loaded;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.PluginLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** A gateway in the test's process whose configuration is a file, with plugins in a directory of their own. */
final class ReloadedGateway implements AutoCloseable {
    /** A configuration to be changed. */
    static final String YAML = """
            admin: { enabled: false }
            process: { eventLoops: 1, drain: 1s }
            clusters:
              primary: { nodes: ["http://127.0.0.1:1"], discovery: { enabled: false }, auth: { username: u, password: "${SECRET}" } }
            flows:
              default: { relay: { cluster: primary } }
            listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
            """;

    private final Path file;
    private final ConfigSource source;
    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Gateway gateway;
    private final Reloads reloads;
    private final HttpClient client = HttpClient.newHttpClient();

    /** @param plugins a directory that may be missing */
    ReloadedGateway(Path file, Path plugins, String yaml) throws Exception {
        this.file = Files.writeString(file, yaml);
        this.source = new ConfigSource(
                file,
                Map.of("SECRET", "s3cret"),
                (section, earlier) -> Files.isDirectory(plugins)
                        ? PluginLoader.load(List.of(plugins), earlier)
                        : FilterRegistry.of());
        Loaded<FilterRegistry> loaded = source.parse(yaml, null);
        this.gateway = Gateway.start(loaded.config(), loaded.filters(), meters, source.directory());
        this.reloads = new Reloads(gateway, source, yaml, InstantSource.system());
    }

    /** One without plugins, whose file is in a directory. */
    static ReloadedGateway in(Path directory, String yaml) throws Exception {
        return new ReloadedGateway(directory.resolve("gateway.yml"), directory.resolve("none"), yaml);
    }

    Gateway gateway() {
        return gateway;
    }

    Reloads reloads() {
        return reloads;
    }

    String scrape() {
        return meters.scrape();
    }

    /** Puts another file in the place of the one before, at once. */
    void write(String yaml) throws IOException {
        Path next = Files.writeString(file.resolveSibling("next.yml"), yaml);
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The same, where no file is expected to fail. */
    void writeUnchecked(String yaml) {
        try {
            write(yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ReloadOutcome reload(String yaml) throws Exception {
        write(yaml);
        return reloads.reload("test");
    }

    /** What a reload that was done has changed. */
    static List<ConfigChange> changes(ReloadOutcome outcome) {
        assertThat(outcome).isInstanceOf(ReloadOutcome.Done.class);
        return ((ReloadOutcome.Done) outcome).changes();
    }

    /** Waits until no request runs on an old configuration, and those are closed. */
    void awaitClosed() {
        Awaitility.await().until(() -> scrape().contains("sluice_config_old_generations 0.0"));
    }

    /** The port of the first listener. */
    int port() {
        return address().getPort();
    }

    // A file that somebody has changed may name another address of the loopback.
    private InetSocketAddress address() {
        return gateway.address(gateway.config().listeners().getFirst().name());
    }

    String get(String path) throws Exception {
        InetSocketAddress address = address();
        URI uri = new URI("http", null, address.getAddress().getHostAddress(), address.getPort(), path, null, null);
        HttpResponse<String> answer =
                client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    @Override
    public void close() {
        client.close();
        gateway.close();
    }
}
