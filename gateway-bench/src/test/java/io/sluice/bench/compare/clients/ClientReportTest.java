package io.sluice.bench.compare.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.compare.Machine;
import io.sluice.bench.compare.clients.style.SearchStyle;
import io.sluice.bench.compare.clients.style.SearchStyle.Kind;
import io.sluice.bench.proxy.JvmRecording;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ClientReportTest {
    private static final List<Kind> STYLES = List.of(Kind.TYPED, Kind.STREAMING, Kind.SHOWN);
    private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");

    @Test
    void addsQueryAndTenHitsRoundByRound() throws IOException {
        JsonNode json = report(0, 1).json();

        JsonNode search = row(json, "query and 10 hits", "streaming");
        // (10 + 30) of (100 + 300), whatever the round.
        assertThat(search.at("/nanoseconds_ratio/median").asDouble()).isCloseTo(0.1, within(1e-9));
        assertThat(search.at("/bytes/median").asDouble()).isEqualTo(80);
        assertThat(search.path("objects").asDouble()).isEqualTo(6);
        assertThat(search.path("objects_ratio").asDouble()).isCloseTo(0.3, within(1e-9));
    }

    @Test
    void comparesWhatCollectionsCostInTheSameRound() throws IOException {
        JsonNode streaming = report(0, 1).json().at("/sustained/styles/1");

        assertThat(streaming.path("style").asText()).isEqualTo("streaming");
        assertThat(streaming.at("/collections_ratio/median").asDouble()).isCloseTo(0.5, within(1e-9));
        assertThat(streaming.at("/paused_ratio/median").asDouble()).isCloseTo(0.25, within(1e-9));
        assertThat(streaming.at("/paused_share/median").asDouble()).isCloseTo(0.001, within(1e-9));
        assertThat(streaming.at("/cpu_ratio/median").asDouble()).isCloseTo(0.8, within(1e-9));
    }

    @Test
    void saysSoWhereTheBaselineHadNoCollection() throws IOException {
        ClientReport report = report(0, 0);

        assertThat(report.json().at("/sustained/styles/1").has("collections_ratio"))
                .isFalse();
        assertThat(report.text()).contains("no collection in a window");
        assertThat(report.finding()).contains("an unknown share of the collections");
    }

    @Test
    void warnsOfFailuresABusyMachineAndFewRounds() throws IOException {
        assertThat(report(3, 1).text())
                .contains("WARNING: streaming had 6 failed searches.")
                .contains("WARNING: The machine was busy")
                .contains("WARNING: Rounds: 2;");
        assertThat(report(0, 1).text()).doesNotContain("failed searches");
    }

    @Test
    void drawsEveryStyleOnOnePageWithTheFiguresInIt() throws IOException {
        String page = report(0, 1).html();

        assertThat(page)
                .contains("<svg", "Objects allocated for one answer", "Beside the original", "\"study\":\"clients\"")
                .contains("tree (not measured)")
                .doesNotContain("src=", "<link");
    }

    private static JsonNode row(JsonNode json, String operation, String style) {
        for (JsonNode row : json.path("operations")) {
            if (row.path("operation").asText().equals(operation)
                    && row.path("style").asText().equals(style)) {
                return row;
            }
        }
        throw new AssertionError("no row of " + operation + " with " + style);
    }

    private static ClientReport report(long failures, long collections) {
        Map<Operation, Map<Kind, List<StyleCost>>> costs = new EnumMap<>(Operation.class);
        Map<Operation, Map<Kind, AllocationCount>> counts = new EnumMap<>(Operation.class);
        List<Operation> operations = List.of(Operation.QUERY, Operation.PAGE_10);
        for (Operation operation : operations) {
            Map<Kind, List<StyleCost>> ofStyles = new EnumMap<>(Kind.class);
            Map<Kind, AllocationCount> objects = new EnumMap<>(Kind.class);
            for (Kind kind : STYLES) {
                double share = kind == Kind.TYPED ? 1 : 0.1;
                double base = operation == Operation.QUERY ? 100 : 300;
                ofStyles.put(
                        kind,
                        List.of(
                                new StyleCost(base * share, base * 2 * share),
                                new StyleCost(base * share * 3, base * 2 * share)));
                objects.put(kind, new AllocationCount(kind == Kind.TYPED ? 10 : 3, Map.of("[B", 1.0)));
            }
            costs.put(operation, ofStyles);
            counts.put(operation, objects);
        }
        Map<SearchStyle.Kind, List<SustainedRun.Seen>> windows = new LinkedHashMap<>();
        windows.put(Kind.TYPED, windows(4 * collections, 40, 1.0, 0));
        windows.put(Kind.STREAMING, windows(2 * collections, 10, 0.8, failures));
        return new ClientReport(new ClientStudy.Result(
                new Machine(NOON, 2, "cpu", "jvm", 3),
                new ClientStudy.Effort(operations, STYLES, 2, 1, Duration.ofSeconds(1)),
                costs,
                counts,
                new SustainedRun.Result(100, new SustainedRun.App(10, 2, "64m", "G1"), windows)));
    }

    /** Two windows of ten seconds. */
    private static List<SustainedRun.Seen> windows(long collections, long pausedMillis, double cpu, long failures) {
        List<SustainedRun.Seen> windows = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            Histogram latency = new Histogram(3);
            latency.recordValueWithCount(1_000_000, 1_000);
            JvmRecording.Span span = new JvmRecording.Span(NOON, NOON.plusSeconds(10));
            windows.add(new SustainedRun.Seen(
                    new AppWindow(span, latency, failures, cpu, cpu / 10, 1e6, collections),
                    new JvmRecording.Stops(List.of(Duration.ofMillis(pausedMillis)), List.of())));
        }
        return windows;
    }
}
