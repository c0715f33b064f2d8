package io.sluice.filters.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.api.BulkRouterFactory;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;
import io.sluice.api.Key;
import io.sluice.api.PluginFactory;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayConfig;
import io.sluice.config.Loaded;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.plugin.FilterExecutor;
import io.sluice.plugin.FilterInstance;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.FilterServices;
import io.sluice.server.StartCheck;
import io.sluice.tls.HostName;
import io.sluice.tls.KeyedChain;
import io.sluice.tls.TrialCertificates;
import io.sluice.tls.TrialFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each configuration of config/samples can be used as it is. */
@Tag("slow")
class SamplesTest {

    private static final Path SAMPLES = MarkdownBlock.DOCS.resolveSibling("config/samples");

    @TempDir
    Path directory;

    /** Stands for examples/custom-filter, which is a project of its own. */
    private static final class SearchLimitFactory implements FilterFactory<SearchLimitFactory.Settings> {
        record Settings(@Key("the most hits") int maxSize) {}

        @Override
        public int apiVersion() {
            return FilterFactory.API_VERSION;
        }

        @Override
        public String type() {
            return "search-limit";
        }

        @Override
        public String description() {
            return "passes everything";
        }

        @Override
        public Class<Settings> configType() {
            return Settings.class;
        }

        @Override
        public Filter create(Settings settings, FilterContext context) {
            return new Filter() {
                @Override
                public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                    return RequestPlan.pass();
                }
            };
        }
    }

    static List<Path> samples() {
        try (Stream<Path> files = Files.list(SAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".yml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void makeCertificates() throws Exception {
        TrialCertificates certificates = new TrialCertificates(Instant.now());
        KeyedChain authority = certificates.authority(Duration.ofDays(100));
        KeyedChain server = certificates.server(authority, List.of(HostName.of("localhost")), Duration.ofDays(100));
        new TrialFiles(Files.createDirectory(directory.resolve("certs")), "server").write(authority, server, false);
    }

    /** Samples with filters of plugins of the distribution, which are checked as a part of it. */
    private static final Set<String> OF_PLUGINS =
            Set.of("ldap.yml", "queue.yml", "queue-kafka.yml", "replication.yml", "rate-limit.yml", "tokens.yml");

    /** Those whose filters are here. */
    static List<Path> ownSamples() {
        return samples().stream()
                .filter(sample -> !OF_PLUGINS.contains(sample.getFileName().toString()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("ownSamples")
    void hasNoProblemAndNoWarning(Path sample) throws Exception {
        // Given
        Path own = Files.createDirectories(directory.resolve("config/samples")).resolve(sample.getFileName());
        Files.copy(sample, own);
        Files.createDirectories(own.resolveSibling("keys"));
        Files.copy(SAMPLES.resolve("keys/keys.txt"), own.resolveSibling("keys/keys.txt"));
        Map<String, String> environment = Map.of(
                "SLUICE_HTTP_BIND",
                "127.0.0.1:0",
                "SLUICE_ADMIN_BIND",
                "127.0.0.1:0",
                "SLUICE_ADMIN_PASSWORD",
                "twelve or more");

        // When
        Loaded<FilterRegistry> loaded = new ConfigLoader(environment).load(own, plugins -> registry());
        StartCheck start = new StartCheck(loaded);

        // Then
        assertThat(loaded.warnings()).isEmpty();
        assertThat(start.problems()).isEmpty();
        assertThat(start.warnings()).isEmpty();
        makesItsFilters(loaded, own.resolveSibling(""));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void usesOneClusterUnderTheAddressesOfTheOthers(Path sample) throws Exception {
        // Given
        String text = Files.readString(sample);

        // When / Then
        assertThat(text)
                .contains(
                        "${SLUICE_NODE_1:", "${SLUICE_HTTP_BIND:127.0.0.1:8000}", "${SLUICE_ADMIN_BIND:127.0.0.1:2900}")
                .startsWith("# ");
        assertThat(text.lines().filter(line -> line.length() > 150 && !line.startsWith("#   $")))
                .isEmpty();
    }

    @Test
    void eachIsInTheList() throws Exception {
        // Given
        String list = Files.readString(SAMPLES.resolve("README.md"));

        // When / Then
        assertThat(samples())
                .hasSizeGreaterThanOrEqualTo(10)
                .allSatisfy(sample ->
                        assertThat(list).contains("| [" + sample.getFileName() + "](" + sample.getFileName() + ") |"));
    }

    private static void makesItsFilters(Loaded<FilterRegistry> loaded, Path directory) throws Exception {
        GatewayConfig config = loaded.config();
        GatewayMetrics metrics = new GatewayMetrics(new SimpleMeterRegistry());
        try (FilterExecutor executor = new FilterExecutor(1)) {
            FilterServices services =
                    new FilterServices(executor, InstantSource.system(), metrics::filterMeters, directory, Map.of());
            Map<String, List<FilterInstance>> made = loaded.filters().createAll(config, services);
            assertThat(made.keySet()).isEqualTo(config.flows().keySet());
            made.values().forEach(instances -> instances.forEach(FilterInstance::close));
        }
    }

    private static FilterRegistry registry() {
        List<PluginFactory<?>> all = new ArrayList<>();
        ServiceLoader.load(FilterFactory.class).forEach(all::add);
        ServiceLoader.load(BulkRouterFactory.class).forEach(all::add);
        all.add(new SearchLimitFactory());
        return FilterRegistry.of(all.toArray(PluginFactory[]::new));
    }
}
