package io.sluice.bench.compare.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.bench.compare.scaling.ModelledCluster.Bulk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BulkSimulationTest {
    private static final Bulk BULK = new Bulk(5000, 590);
    private static final NodeCost COST = new NodeCost(500e-6, 100e-6, 30e-6, 5e-9);
    private static final int MANY_CLIENTS = 128;

    /** Saturation: as much as the part with the least capacity lets through, whichever it is. */
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 4", "1, 12", "2, 6", "3, 4", "1, 64"})
    void reachesWhatTheSlowestPartLetsThrough(int count, int cores) {
        ModelledCluster cluster = new ModelledCluster(9, 12, 12, COST);
        Gateways gateways = new Gateways(count, cores, 1e-6);

        BulkSimulation.Outcome outcome = BulkSimulation.run(cluster, gateways, BULK, MANY_CLIENTS);

        double most = Math.min(gateways.most(BULK), cluster.most(BULK, true)) * BULK.documents();
        assertThat(outcome.documentsPerSecond()).isCloseTo(most, within(most * 0.06));
        assertThat(Math.max(outcome.gatewayUse(), outcome.nodeUse())).isGreaterThan(0.93);
    }

    @Test
    void reachesWhatTheNodesLetThroughWithoutAGateway() {
        ModelledCluster cluster = new ModelledCluster(9, 12, 120, COST);

        BulkSimulation.Outcome outcome = BulkSimulation.run(cluster, Gateways.NONE, BULK, MANY_CLIENTS);

        double most = cluster.most(BULK, false) * BULK.documents();
        assertThat(outcome.documentsPerSecond()).isCloseTo(most, within(most * 0.06));
        assertThat(ScalingModel.limit(outcome)).isEqualTo("nodes");
    }

    /** One client never waits: a bulk takes its work in the gateway and in one node. */
    @Test
    void neverWaitsWithOneClient() {
        ModelledCluster cluster = new ModelledCluster(1, 2, 4, COST);
        Gateways gateways = new Gateways(1, 2, 1e-6);

        BulkSimulation.Outcome outcome = BulkSimulation.run(cluster, gateways, BULK, 1);

        double expected = 5000 * 1e-6 + 500e-6 + 4 * 100e-6 + 5000 * 30e-6;
        assertThat(outcome.seconds()).isCloseTo(expected, within(expected * 0.02));
        assertThat(outcome.documentsPerSecond()).isCloseTo(5000 / expected, within(5000 / expected * 0.02));
    }

    /** Little's law: clients that wait for answers all the time are the rate times the time. */
    @ParameterizedTest
    @CsvSource({"3", "20", "128"})
    void keepsLittlesLaw(int clients) {
        ModelledCluster cluster = new ModelledCluster(9, 12, 12, COST);

        BulkSimulation.Outcome outcome = BulkSimulation.run(cluster, new Gateways(1, 4, 1e-6), BULK, clients);

        double rate = outcome.documentsPerSecond() / BULK.documents();
        assertThat(rate * outcome.seconds()).isCloseTo(clients, within(clients * 0.03));
    }

    @Test
    void takesMoreStraightFromNodesThatForwardNothing() {
        NodeCost free = new NodeCost(0, 0, 30e-6, 0);
        NodeCost dear = new NodeCost(0, 0, 30e-6, 20e-9);
        ModelledCluster forwarding = new ModelledCluster(9, 12, 12, dear);

        assertThat(new ModelledCluster(9, 12, 12, free).most(BULK, false))
                .isEqualTo(new ModelledCluster(9, 12, 12, free).most(BULK, true));
        assertThat(forwarding.most(BULK, false)).isLessThan(forwarding.most(BULK, true));
    }

    @Test
    void dealsShardsToNodesInTurn() {
        assertThat(new ModelledCluster(9, 12, 12, COST).shardsOfNodes()).containsExactly(2, 2, 2, 1, 1, 1, 1, 1, 1);
    }
}
