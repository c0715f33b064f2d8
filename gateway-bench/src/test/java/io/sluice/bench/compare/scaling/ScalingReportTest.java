package io.sluice.bench.compare.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.bench.compare.Machine;
import io.sluice.bench.compare.scaling.ModelledCluster.Bulk;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScalingReportTest {
    private static final Machine MACHINE =
            new Machine(Instant.parse("2026-11-23T12:00:00Z"), 2, "a processor", "a JVM", 0.1);
    private static final CalibratedNode NODE =
            CalibratedNode.of(MACHINE, Collections.nCopies(6, new NodeCost(5e-4, 1e-4, 3e-5, 5e-9)));

    @Test
    void saysOfEveryRowWhetherItWasMeasuredOrModelled() throws Exception {
        ScalingReport report = new ScalingReport(result(0));

        JsonNode json = report.json();
        assertThat(json.path("measured"))
                .hasSize(3)
                .allSatisfy(row -> assertThat(row.path("kind").asText()).isEqualTo("measured"));
        assertThat(json.path("modelled"))
                .hasSize(8)
                .allSatisfy(row -> assertThat(row.path("kind").asText()).isEqualTo("modelled"));
        assertThat(report.text()).containsPattern("2 cores +measured").containsPattern("8 cores +modelled");
        assertThat(report.html()).contains("<svg", "(measured)", "(modelled)");
    }

    @Test
    void comparesACoreWithTheOriginals() {
        ScalingReport report = new ScalingReport(result(0));

        assertThat(report.finding())
                .contains("times as much through a gateway of this table as straight (modelled; the original's 1.55)")
                .contains("3 shards: one core of the gateway takes 1,000,000 documents a second (measured")
                .contains("5.6 times the original's 180,000")
                .contains("the original's 930,000 is saturated by a gateway of")
                .contains("made-up replies");
        assertThat(report.json().at("/modelled/2/original").asInt()).isEqualTo(350_000);
    }

    @Test
    void warnsOfWhatFailed() {
        assertThat(new ScalingReport(result(0.02)).text()).contains("WARNING: 3 shards, none: up to 2.00% failed");
        assertThat(new ScalingReport(result(0)).text()).doesNotContain("WARNING");
    }

    @Test
    void readsTheCalibrationThatItWrites() throws Exception {
        JsonNode written = new ObjectMapper().readTree(NODE.json().toString());

        assertThat(CalibratedNode.parse(written)).isEqualTo(NODE);
        assertThatThrownBy(() -> CalibratedNode.parse(new ObjectMapper().createObjectNode()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("request");
    }

    private static ScalingStudy.Result result(double failed) {
        Map<ScalingWay, List<ScalingWindow>> ways = new LinkedHashMap<>();
        for (ScalingWay way : ScalingWay.values()) {
            double gateway = way.loops() == 0 ? 0 : 1;
            ways.put(
                    way,
                    Collections.nCopies(
                            6,
                            new ScalingWindow(
                                    1_000_000, 200, failed, 2, gateway, 0.4, 0.4, 1800, way.loops() == 0 ? 9 : 0)));
        }
        ScalingRun.Plan run = new ScalingRun.Plan(
                Path.of("sluice"), 9, 5000, 18, 6, Duration.ofSeconds(2), Duration.ofSeconds(1), Path.of("."));
        ScalingModel model = new ScalingModel(new Bulk(5000, 590), 1e-6, 1e-6);
        List<ScalingStudy.Check> checks = List.of(new ScalingStudy.Check(
                3,
                true,
                ScalingWay.DIRECT,
                190_000,
                ScalingStudy.median(
                        ways.getOrDefault(ScalingWay.DIRECT, List.of()), ScalingWindow::documentsPerSecond)));
        return new ScalingStudy.Result(
                MACHINE,
                new ScalingStudy.Plan(run, List.of(3), NODE, 200_000),
                Map.of(3, ways),
                Map.of(3, model.rows(3, NODE.cost())),
                checks);
    }
}
