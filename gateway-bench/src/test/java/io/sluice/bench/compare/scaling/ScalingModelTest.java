package io.sluice.bench.compare.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.bench.compare.scaling.ModelledCluster.Bulk;
import io.sluice.bench.stub.service.NodeQueues;
import io.sluice.bench.stub.service.ServiceTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScalingModelTest {
    private static final NodeCost COST = new NodeCost(500e-6, 100e-6, 30e-6, 5e-9);
    private static final ScalingModel MODEL = new ScalingModel(new Bulk(5000, 590), 1e-6, 1.1e-6);

    @Test
    void slowsNodesDownUntilTheyTakeWhatTheOriginalsTook() {
        List<ScalingModel.Row> rows = MODEL.rows(3, COST);

        double most = rows.stream()
                .mapToDouble(row -> row.slow().documentsPerSecond())
                .max()
                .orElseThrow();
        assertThat(most).isCloseTo(930_000, within(50_000.0));
        assertThat(rows.get(0).label()).isEqualTo("none");
        assertThat(rows.get(0).slow().documentsPerSecond()).isLessThan(most);
        assertThat(rows).extracting(ScalingModel.Row::label).contains("12 cores", "3 gateways of 4 cores, balanced");
    }

    @Test
    void takesTheCostOfTwoLoopsForMoreCores() {
        assertThat(MODEL.gateways(1, 1).cpuPerDocument()).isEqualTo(1e-6);
        assertThat(MODEL.gateways(1, 8).cpuPerDocument()).isEqualTo(1.1e-6);
    }

    /** The same loop of clients, once before the stub's own queues, and once in the model. */
    @Test
    void predictsWhatTheStubsQueuesLetThrough() {
        ServiceTime service = MODEL.service(9, 3, COST, 200_000);
        NodeQueues queues = new NodeQueues(service, 9);
        long[] held = {834, 834, 834, 417, 417, 416, 416, 416, 416};
        double[] ready = new double[18];
        long bulks = 0;
        double now = 0;
        while (now < 60e9) {
            int client = 0;
            for (int i = 1; i < ready.length; i++) {
                client = ready[i] < ready[client] ? i : client;
            }
            now = ready[client];
            int to = client % 9;
            ready[client] = now + queues.nanos((long) now, to, held, (5000 - held[to]) * 590);
            bulks++;
        }

        double predicted = MODEL.before(service, 9, 3, Gateways.NONE, 18);

        assertThat(bulks * 5000 / (now / 1e9)).isCloseTo(predicted, within(predicted * 0.08));
    }

    @Test
    void sharesTheCoresOfThisMachine() {
        HostBound bound = new HostBound(2, 1e-6, 0.5e-6, 0.5e-6);

        assertThat(bound.documentsPerSecond(1)).isCloseTo(1_000_000, within(1.0));
        assertThat(new HostBound(8, 1e-6, 0.5e-6, 0.5e-6).documentsPerSecond(2)).isCloseTo(2_000_000, within(1.0));
        assertThat(new HostBound(2, 2e-6, 0.1e-6, 0.1e-6).documentsPerSecond(1)).isCloseTo(500_000, within(1.0));
        assertThat(new HostBound(2, 0, 0.5e-6, 0.4e-6).documentsPerSecond(0)).isCloseTo(2_000_000, within(1.0));
    }
}
