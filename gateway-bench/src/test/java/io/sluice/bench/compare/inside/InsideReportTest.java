package io.sluice.bench.compare.inside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.compare.Machine;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class InsideReportTest {
    private static final int ROUNDS = 6;
    private static final Lanes SINGLE = new Lanes(4, 1);
    private static final Lanes PIPELINED = new Lanes(1, 4);

    private final Map<Cell, List<CellResult>> windows = new LinkedHashMap<>();

    @Test
    void comparesAPipelinedConnectionWithAsManySingleOnes() throws IOException {
        cell(new Cell(Target.NOOP, Work.TEN, BodyFormat.JSON, SINGLE), 1.0, 2_000_000);
        cell(new Cell(Target.NOOP, Work.TEN, BodyFormat.JSON, PIPELINED), 0.8, 1_000_000);
        cell(new Cell(Target.NOOP, Work.MIXED, BodyFormat.JSON, SINGLE), 1.0, 2_000_000);
        cell(new Cell(Target.NOOP, Work.MIXED, BodyFormat.JSON, PIPELINED), 0.8, 8_000_000);

        assertThat(report().sentences())
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("Pipelined over one connection, a node that does no work")
                        .contains("0.80 (0.80 .. 0.80) of the sender's CPU"))
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("A small part beside large ones over one connection")
                        .contains("4.00 (4.00 .. 4.00) of its 95th percentile"));
        assertThat(report().text()).contains("noop, 10 documents, json, 1 x 4", "0.80 (0.80 .. 0.80)");
        assertThat(report().html()).contains("<svg", "\"study\":\"inside\"").doesNotContain("src=", "<link");
    }

    @Test
    void saysWhatAFormatSavesAndWhatItLoses() {
        cell(new Cell(Target.REAL, Work.TEN, BodyFormat.JSON, SINGLE), 1.0, 1_000_000);
        cell(new Cell(Target.REAL, Work.TEN, BodyFormat.SMILE, SINGLE), 0.9, 1_000_000);

        JsonNode json = report().json();

        assertThat(report().sentences())
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("Bulks as smile, the same node, doing the work")
                        .contains("0.90 (0.90 .. 0.90) of the server's"))
                .anySatisfy(sentence -> assertThat(sentence)
                        .contains("15 as smile, 15 as smile-decimal, cbor is not taken in bulks (cut in two)"));
        assertThat(json.at("/cells/1/rounds/0/server_cpu_us").asDouble()).isCloseTo(900, within(1e-6));
        assertThat(json.at("/fidelity/0/smile/as_json_search").asInt()).isEqualTo(15);
        assertThat(report().text()).contains("a name twice");
    }

    @Test
    void warnsOfFailuresAndOfTooFewRounds() {
        Cell cell = new Cell(Target.STUB, Work.TEN, BodyFormat.JSON, SINGLE);
        windows.put(cell, List.of(new CellResult(10, 3, 1, 1, 1, 100, 100, new Histogram(3))));

        assertThat(report().text()).contains("WARNING: 3 requests failed");
    }

    private void cell(Cell cell, double cpu, long nanos) {
        List<CellResult> rounds = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            Histogram latency = new Histogram(3);
            latency.recordValueWithCount(nanos, 1_000);
            rounds.add(new CellResult(1_000, 0, 1, cpu, cpu, 400_000, 100_000, latency));
        }
        windows.put(cell, rounds);
    }

    private InsideReport report() {
        InsideStudy.Plan plan = new InsideStudy.Plan(
                InetSocketAddress.createUnresolved("node.test", 9200),
                List.of(),
                List.of(4),
                List.of(Work.TEN, Work.MIXED),
                new CellRun.Effort(ROUNDS, Duration.ZERO, Duration.ofSeconds(1)),
                1,
                Path.of("files"));
        return new InsideReport(new InsideStudy.Result(
                new Machine(Instant.parse("2026-11-23T12:00:00Z"), 2, "cpu", "jvm", 0.1),
                plan,
                List.of(fidelity()),
                Map.of(WritingCost.SPLICED, List.of(new WritingCost.Cost(0.5, 400))),
                windows));
    }

    private static Fidelity.Result fidelity() {
        Map<BodyFormat, Map<Fidelity.Route, List<String>>> texts = new EnumMap<>(BodyFormat.class);
        Map<BodyFormat, Fidelity.BulkOutcome> bulks = new EnumMap<>(BodyFormat.class);
        for (BodyFormat format : Fidelity.FORMATS) {
            String text = format == BodyFormat.CBOR ? "refused" : "{}";
            Map<Fidelity.Route, List<String>> routes = new EnumMap<>(Fidelity.Route.class);
            for (Fidelity.Route route : Fidelity.Route.values()) {
                routes.put(route, Collections.nCopies(Fidelity.SAMPLES.size(), text));
            }
            texts.put(format, routes);
            bulks.put(
                    format,
                    format == BodyFormat.CBOR
                            ? new Fidelity.BulkOutcome(500, 0, 0, "cut in two")
                            : new Fidelity.BulkOutcome(500, 500, 500, ""));
        }
        return new Fidelity.Result("Elasticsearch 7.17.28", texts, bulks);
    }
}
