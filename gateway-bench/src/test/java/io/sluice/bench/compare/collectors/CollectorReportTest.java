package io.sluice.bench.compare.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.compare.Machine;
import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.load.result.Outcome;
import io.sluice.bench.load.result.Recorder;
import io.sluice.bench.load.result.StatusCounts;
import io.sluice.bench.proxy.JvmRecording;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CollectorReportTest {
    private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");
    private static final List<Collector> COLLECTORS = List.of(Collector.G1, Collector.SERIAL, Collector.ZGC);

    private final Map<TailRun.Cell, List<TailWindow>> windows = new LinkedHashMap<>();

    @Test
    void staysWithWhatIsShippedWhereOthersAreBetterInOneAndWorseInTheOther() {
        cells(Collector.G1, 6, 1_000, 1.0, 0);
        cells(Collector.SERIAL, 6, 2_000, 0.8, 0);
        cells(Collector.ZGC, 6, 500, 1.5, 0);

        Recommendation recommendation = Recommendation.of(COLLECTORS, windows);

        assertThat(recommendation.chosen()).isEqualTo(Collector.G1);
        Recommendation.Score serial = recommendation.scores().get(Collector.SERIAL);
        assertThat(serial.tail().median()).isCloseTo(2, within(0.01));
        assertThat(serial.cpu().median()).isCloseTo(0.8, within(1e-9));
        assertThat(recommendation.text(Collector.G1))
                .startsWith("bin/sluice should stay with g1")
                .contains("zgc has 0.50 (0.50 .. 0.50) of its 99th percentile, 1.50");
    }

    @Test
    void recommendsWhatIsBetterBeyondDoubt() {
        cells(Collector.G1, 6, 1_000, 1.0, 0);
        cells(Collector.SERIAL, 6, 900, 0.9, 0);
        cells(Collector.ZGC, 6, 500, 1.0, 0);

        assertThat(Recommendation.of(COLLECTORS, windows).chosen()).isEqualTo(Collector.ZGC);
        assertThat(report().text()).contains("bin/sluice should use zgc instead of g1.");
    }

    @Test
    void recommendsNothingThatFailedWhereTheShippedServed() {
        cells(Collector.G1, 6, 1_000, 1.0, 0);
        cells(Collector.ZGC, 6, 500, 0.5, 10);

        Recommendation recommendation = Recommendation.of(COLLECTORS, windows);

        assertThat(recommendation.chosen()).isEqualTo(Collector.G1);
        assertThat(recommendation.scores()).doesNotContainKey(Collector.SERIAL);
    }

    @Test
    void recommendsNothingAfterTooFewRounds() {
        cells(Collector.G1, 5, 1_000, 1.0, 0);
        cells(Collector.ZGC, 5, 500, 0.5, 0);

        Recommendation recommendation = Recommendation.of(COLLECTORS, windows);

        assertThat(recommendation.chosen()).isEqualTo(Collector.G1);
        assertThat(recommendation.text(Collector.G1)).startsWith("Too few rounds");
    }

    @Test
    void showsTheGatewaysTimeBesideTheCallers() throws IOException {
        cells(Collector.G1, 6, 1_000, 1.0, 0);
        cells(Collector.SERIAL, 6, 2_000, 0.8, 0);

        JsonNode json = report().json();
        JsonNode serial = json.at("/cells/2");

        assertThat(serial.path("collector").asText()).isEqualTo("serial");
        assertThat(serial.at("/whole_p50/median").asDouble()).isCloseTo(0.002, within(1e-5));
        assertThat(serial.path("gateway_p50").asDouble()).isCloseTo(0.00005, within(1e-9));
        assertThat(serial.at("/paused_share/median").asDouble()).isCloseTo(0.003, within(1e-9));
        assertThat(serial.at("/longest_pause/median").asDouble()).isCloseTo(0.02, within(1e-9));
        assertThat(serial.path("stalls").asLong()).isEqualTo(6);
        assertThat(json.path("missing").get(0).asText()).contains("does not have it");
        assertThat(report().text())
                .contains("WARNING: zgc: this JDK does not have it")
                .contains("gateway p50  whole p50")
                .contains("g1, with the cache, files dropped");
    }

    @Test
    void drawsEveryWorkOnOnePage() throws IOException {
        cells(Collector.G1, 6, 1_000, 1.0, 0);
        cells(Collector.SERIAL, 6, 2_000, 0.8, 0);

        assertThat(report().html())
                .contains("<svg", "In the gateway, by its own timer", "The whole time, as the caller sees it", "Starts")
                .contains("zgc (not measured)", "\"study\":\"collectors\"")
                .doesNotContain("src=", "<link");
    }

    private CollectorReport report() {
        CollectorStudy.Plan plan = new CollectorStudy.Plan(
                Path.of("sluice"),
                COLLECTORS,
                List.of("1g"),
                List.of(Work.SMALL),
                new TailRun.Plan(6, Duration.ofSeconds(1), Duration.ofSeconds(1), Path.of("files")),
                new StartRun.Plan(1, Duration.ofSeconds(1), "1g", Path.of("files")),
                1);
        return new CollectorReport(new CollectorStudy.Result(
                new Machine(NOON, 2, "cpu", "jvm", 0),
                plan,
                List.of("zgc: this JDK does not have it"),
                Map.of(Work.SMALL, 1_000.0),
                windows,
                Map.of(
                        new StartRun.Way(Collector.G1, true, true),
                        List.of(new StartRun.Sample(0.7, 1.1, 3, OptionalDouble.of(0.2))))));
    }

    /** Windows of ten seconds with a thousand requests at each load. */
    private void cells(Collector collector, int rounds, long micros, double cpu, long failures) {
        for (TailRun.Load load : TailRun.Load.values()) {
            List<TailWindow> all = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                all.add(window(micros, cpu, failures));
            }
            windows.put(new TailRun.Cell(Work.SMALL, "1g", load, collector), all);
        }
    }

    private static TailWindow window(long micros, double cpu, long failures) {
        Recorder recorder = new Recorder();
        for (int i = 0; i < 1_000; i++) {
            Outcome outcome = i < failures
                    ? Outcome.unanswered(Outcome.Kind.TIMEOUT)
                    : new Outcome(Outcome.Kind.SUCCESS, 200, new StatusCounts(), 100);
            recorder.record("get", outcome, micros * 1_000, micros * 1_000, 0);
        }
        TreeMap<Double, Long> buckets = new TreeMap<>(Map.of(0.0001, 1_000L, Double.POSITIVE_INFINITY, 1_000L));
        return new TailWindow(
                new JvmRecording.Span(NOON, NOON.plusSeconds(10)),
                new LoadResult("small", new LoadResult.Settings(1, 1, Map.of()), 10, 1, null, recorder),
                new GatewayTimer(buckets, 1_000, 0.05),
                cpu,
                cpu / 10,
                100 << 20,
                new JvmRecording.Stops(
                        List.of(Duration.ofMillis(10), Duration.ofMillis(20)), List.of(Duration.ofMillis(1))));
    }
}
