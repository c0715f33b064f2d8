package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConfigLoaderTest {

    private static final String FILE = "gateway.yml";
    private static final String SMALLEST = """
            clusters:
              primary: { nodes: [http://127.0.0.1:9200] }
            flows:
              default:
                relay: { cluster: primary }
            listeners:
              - name: http
                bind: 127.0.0.1:8000
                routes: [{ flow: default }]
            """;

    @Test
    void fillsInEveryDefaultWhereOnlyTheRequiredKeysAreGiven() throws ConfigException {
        // When
        GatewayConfig config = load(SMALLEST);

        // Then
        assertThat(config.admin().bind()).isEqualTo(HostPort.parse("127.0.0.1:2900"));
        assertThat(config.plugins().directory()).isEqualTo(Path.of("plugins").toAbsolutePath());
        ClusterConfig primary = config.clusters().get("primary");
        assertThat(primary.timeouts().response()).isEqualTo(Duration.ofSeconds(60));
        assertThat(primary.auth()).isNull();
        assertThat(config.listeners().getFirst().limits().body()).hasToString("100MiB");
    }

    @Test
    void bindsFiltersToTheRecordsOfTheirTypes() throws ConfigException {
        // Given
        String yaml = SMALLEST.replace(
                "relay:",
                "filters: [{ type: sample, config: { rule: { any: [method: GET, always: {}] } } }]\n    relay:");

        // When
        FilterConfig filter = load(yaml).flows().get("default").filters().getFirst();

        // Then
        assertThat(filter.place().path()).isEqualTo("flows.default.filters[0]");
        assertThat(filter.place().line()).isEqualTo(5);
        assertThat(filter.config())
                .isEqualTo(new SampleSettings(
                        new SampleSettings.Any(List.of(new SampleSettings.Method("GET"), new SampleSettings.Always())),
                        Duration.ofSeconds(5)));
    }

    @Test
    void reportsEveryProblemOfAFileWithItsPlaceAndWhatWouldBeRight() {
        // Given
        String yaml = """
                admn: {}
                clusters:
                  primary:
                    nodes: [http://127.0.0.1:9200]
                    pool: { idleTimeout: 45 }
                    health: { failures: 0 }
                  spare: { nodes: [http://127.0.0.1:9201] }
                flows:
                  default:
                    filters:
                      - type: sampel
                      - { type: sample, config: { rule: { metod: GET } } }
                      - { type: sample }
                    relay: { cluster: primry }
                listeners:
                  - name: http
                    bind: 8000
                    tls: { certificate: none.pem, key: none.pem }
                    routes: [{ flow: default }]
                    name: again
                """;

        // When / Then
        assertThat(problems(yaml))
                .containsExactly(
                        "gateway.yml:1:1: admn: unknown key; did you mean 'admin'?",
                        "gateway.yml:3:3: clusters.primary: the cluster is never used: no flow relays to it and no filter"
                                + " chooses it; use it or remove it",
                        "gateway.yml:5:26: clusters.primary.pool.idleTimeout: expected a duration such as 500ms, 30s, 2m or"
                                + " 1h, not '45'",
                        "gateway.yml:6:13: clusters.primary.health: failures must be at least 1, is 0",
                        "gateway.yml:7:3: clusters.spare: the cluster is never used: no flow relays to it and no filter"
                                + " chooses it; use it or remove it",
                        "gateway.yml:11:15: flows.default.filters[0].type: no plugin has a filter of type 'sampel'; did you"
                                + " mean 'sample'?",
                        "gateway.yml:12:43: flows.default.filters[1].config.rule.metod: unknown key; did you mean 'method'?",
                        "gateway.yml:13:9: flows.default.filters[2].config: key 'rule' is missing: when it applies",
                        "gateway.yml:14:23: flows.default.relay.cluster: there is no cluster 'primry'; did you mean"
                                + " 'primary'?",
                        "gateway.yml:17:11: listeners[0].bind: expected host:port, for example 127.0.0.1:8000, not '8000'",
                        "gateway.yml:18:25: listeners[0].tls.certificate: there is no readable file "
                                + absolute("none.pem"),
                        "gateway.yml:18:40: listeners[0].tls.key: there is no readable file " + absolute("none.pem"),
                        "gateway.yml:20:5: listeners[0].name: the key is already given in line 16");
    }

    private static String absolute(String file) {
        return Path.of(file).toAbsolutePath().toString();
    }

    private static GatewayConfig load(String yaml) throws ConfigException {
        return loader().parse(yaml, Path.of(FILE), plugins -> SampleSettings.TYPES)
                .config();
    }

    private static ConfigLoader loader() {
        return new ConfigLoader(Map.of("PORT", "8123", "EMPTY", "", "TRICKY", "a: ${PORT} #b"));
    }

    private static Stream<String> problems(String yaml) {
        try {
            load(yaml);
            return Stream.empty();
        } catch (ConfigException e) {
            return e.problems().stream().map(Problem::toString);
        }
    }
}
