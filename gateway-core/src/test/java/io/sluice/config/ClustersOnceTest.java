package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No cluster gets a request twice because of what a file says. */
class ClustersOnceTest {

    private static String yaml(String copy, String flow) {
        return """
                clusters:
                  primary: { nodes: [http://127.0.0.1:9200] }
                  next: { nodes: [http://127.0.0.1:9201] }
                queues:
                  ingest: { engine: sample-queue, config: { name: a, value: b }, cluster: primary, copies: [copy] }
                  copy: { engine: sample-queue, config: { name: a, value: b }, cluster: %s }
                flows:
                  queued: { relay: { queue: ingest } }
                  default: { %s }
                listeners:
                  - { name: http, bind: "127.0.0.1:0", routes: [{ match: { methods: [GET] }, flow: queued }, { flow: default }] }
                """.formatted(copy, flow);
    }

    private static void assertRefused(String yaml, String reason) {
        assertThat(SampleFile.problems(yaml)).singleElement().asString().contains(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "relay: { cluster: primary }, mirror: { cluster: next }",
                "relay: { queue: ingest, standby: next }, mirror: { cluster: next }",
                "relay: { cluster: next, standby: primary }"
            })
    void takesWhatGoesToEachClusterOnce(String flow) throws Exception {
        assertThat(SampleFile.load(yaml("next", flow)).warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "relay: { cluster: next }, mirror: { cluster: next }",
                "relay: { queue: copy }, mirror: { cluster: next }"
            })
    void refusesAMirrorOfTheFlowsOwnCluster(String flow) {
        assertRefused(yaml("next", flow), "mirror.cluster of flow default is another cluster");
    }

    @Test
    void refusesAQueueAndACopyForOneCluster() {
        assertRefused(
                yaml("primary", "relay: { cluster: next }"), "queue ingest and its copies send to different clusters");
    }

    @Test
    void refusesAStandbyThatIsTheQueuesCluster() {
        assertRefused(
                yaml("next", "relay: { queue: ingest, standby: primary }"),
                "standby of flow default is another cluster than that of its queue");
    }
}
