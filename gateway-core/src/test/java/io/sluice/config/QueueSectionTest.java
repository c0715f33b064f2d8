package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueSectionTest {
    private static final String YAML = """
            clusters:
              primary: { nodes: [http://127.0.0.1:9200] }
            queues:
              ingest: { engine: sample-queue, config: { name: a, value: b }, cluster: primary }
            flows:
              default: { relay: { queue: ingest } }
            listeners:
              - { name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }
            """;

    private static GatewayConfig load(String yaml) throws ConfigException {
        return SampleFile.load(yaml).config();
    }

    @Test
    void aFlowThatEndsInAQueueReachesTheQueuesCluster() throws Exception {
        GatewayConfig config = load(YAML);

        assertThat(config.clusterOf("default")).isEqualTo("primary");
        assertThat(config.reach("default")).containsExactly("primary");
        assertThat(config.queues().get("ingest").config()).isEqualTo(new SampleSettings.Header("a", "b"));
    }

    @Test
    void namesOfQueuesAndTheirClustersAreChecked() {
        assertThat(SampleFile.problems(YAML.replace("queue: ingest", "queue: ingst")))
                .anyMatch(problem -> problem.contains("flows.default.relay.queue: there is no queue 'ingst'"))
                .anyMatch(problem -> problem.contains("queues.ingest: the queue is never used"));
        assertThat(SampleFile.problems(YAML.replace("cluster: primary", "cluster: primry")))
                .anyMatch(problem -> problem.contains("queues.ingest.cluster: there is no cluster 'primry'"));
        assertThat(SampleFile.problems(YAML.replace("sample-queue", "sample-queu")))
                .anyMatch(problem -> problem.contains("no plugin has a queue engine of type 'sample-queu'"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.config.b", "a.copies", "x.cluster"})
    void namesOfQueuesMayHaveDots(String name) throws Exception {
        String yaml = YAML.replace("ingest", name);

        assertThat(load(yaml).queues()).containsOnlyKeys(name);
        assertThat(SampleFile.problems(yaml.replace("cluster: primary", "cluster: primry")))
                .anyMatch(problem -> problem.contains(".cluster: there is no cluster 'primry'"));
        assertThat(SampleFile.problems(yaml.replace("cluster: primary", "copies: [othr], cluster: primary")))
                .anyMatch(problem -> problem.contains(".copies[0]: there is no queue 'othr'"));
    }

    @Test
    void aRelayLeadsToAClusterOrToAQueue() {
        assertThat(SampleFile.problems(YAML.replace("queue: ingest", "queue: ingest, cluster: primary")))
                .anyMatch(problem -> problem.contains("give either cluster or queue"));
        assertThat(SampleFile.problems(YAML.replace("queue: ingest", "bulk: { groupBy: none }")))
                .anyMatch(problem -> problem.contains("key 'cluster' is missing, or 'queue'"));
    }

    @Test
    void warnsOfWritesWithTheRightsOfTheGatewayByAnybody() throws Exception {
        String yaml = YAML.replace(
                "nodes: [http://127.0.0.1:9200]", "nodes: [http://127.0.0.1:9200], auth: { username: a, password: b }");

        assertThat(new ConfigLoader(Map.of())
                        .parse(yaml, Path.of("gateway.yml"), config -> SampleSettings.TYPES)
                        .warnings())
                .singleElement()
                .asString()
                .contains("flows.default.relay.queue", "with the gateway's credentials");
    }

    @Test
    void warnsOfThemWhereOnlyTheClusterOfACopyHasCredentials() throws Exception {
        String yaml = YAML.replace("cluster: primary }", "cluster: primary, copies: [copy] }")
                .replace(
                        "flows:",
                        "  copy: { engine: sample-queue, config: { name: a, value: b }, cluster: next }\nflows:")
                .replace(
                        "queues:",
                        "  next: { nodes: [http://127.0.0.1:9201], auth: { username: a, password: b } }\nqueues:");

        assertThat(new ConfigLoader(Map.of())
                        .parse(yaml, Path.of("gateway.yml"), config -> SampleSettings.TYPES)
                        .warnings())
                .singleElement()
                .asString()
                .contains("flows.default.relay.queue", "sends to next with the gateway's credentials");
    }

    @Test
    void namesOfQueuesAreNamesOfDirectories() {
        assertThat(SampleFile.problems(YAML.replace("ingest", "../ingest")))
                .anyMatch(problem -> problem.contains("a queue's name has letters"));
    }
}
