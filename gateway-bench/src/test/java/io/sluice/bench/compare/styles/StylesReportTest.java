package io.sluice.bench.compare.styles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.chart.HeadlessBrowser;
import io.sluice.bench.compare.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StylesReportTest {
    @TempDir
    private Path directory;

    private final StylesResult result = new StylesResult(new StylesPlan(
            List.of(Style.TRANSPORT, Style.REST_LOW_LEVEL, Style.NETTY),
            List.of(Way.NOOP, Way.GATEWAY),
            new StylesPlan.Bulks(List.of(5000, 50_000), 1_000_000, 2),
            new StylesPlan.Searches(List.of(0d, 1000d, 2000d), 10_000, 2)));

    StylesReportTest() {
        for (double size : new double[] {5000, 50_000}) {
            bulks(Way.NOOP, Style.TRANSPORT, size, 100_000, 110_000);
            bulks(Way.NOOP, Style.REST_LOW_LEVEL, size, 95_000, 104_500);
            bulks(Way.GATEWAY, Style.REST_LOW_LEVEL, size, 47_500, 52_250);
        }
        for (Style style : new Style[] {Style.TRANSPORT, Style.REST_LOW_LEVEL}) {
            searches(Way.NOOP, style, 0, style == Style.TRANSPORT ? 2000 : 1500);
            searches(Way.NOOP, style, 1000, 1000);
            searches(Way.NOOP, style, 2000, style == Style.TRANSPORT ? 2000 : 1500);
        }
        searches(Way.GATEWAY, Style.REST_LOW_LEVEL, 1000, 1000);
        result.missing(Style.NETTY, "no such module");
    }

    @Test
    void saysHowFarRestIsFromTransport() {
        assertThat(report(0.1).sentences())
                .anyMatch(
                        sentence -> sentence.contains("rest-low-level stores 95% (95 .. 95) of the documents a second"))
                .anyMatch(sentence -> sentence.contains("transport sustains 2,000 a second, rest-low-level 1,000"))
                .anyMatch(sentence -> sentence.contains("rest-low-level answers 75% (75 .. 75) of what transport"));
    }

    @Test
    void showsEachSizeBecauseTogetherTheyHideWhatChangesWithIt() throws Exception {
        StylesResult crossing = new StylesResult(new StylesPlan(
                List.of(Style.TRANSPORT, Style.REST_LOW_LEVEL),
                List.of(Way.NOOP),
                new StylesPlan.Bulks(List.of(5000, 50_000), 1_000_000, 2),
                new StylesPlan.Searches(List.of(), 10_000, 2)));
        for (double size : new double[] {5000, 50_000}) {
            crossing.add(new Cell(Cell.Kind.BULK, Way.NOOP, Style.TRANSPORT, size), Trials.of(100_000, 20));
            crossing.add(
                    new Cell(Cell.Kind.BULK, Way.NOOP, Style.REST_LOW_LEVEL, size),
                    Trials.of(size == 5000 ? 80_000 : 120_000, 20));
        }
        StylesReport report = new StylesReport(crossing, new Machine(Instant.EPOCH, 2, "cpu", "jvm", 0.1));

        assertThat(report.sentences())
                .anyMatch(sentence ->
                        sentence.endsWith("100% (80 .. 120) of the documents a second that transport stores:"
                                + " 80% (80 .. 80) in bulks of 5000, 120% (120 .. 120) in bulks of 50k."));
        report.write(directory);
        assertThat(Files.readString(directory.resolve("styles.txt")))
                .containsPattern("rest-low-level +80% \\(80 .. 80\\) +120% \\(120 .. 120\\)");
    }

    @Test
    void saysWhatTheGatewayAdds() {
        // 0.2 s of its CPU for each trial, of 47,500 documents or 52,250
        assertThat(report(0.1).sentences())
                .anyMatch(
                        sentence -> sentence.contains("rest-low-level stores 50% (50 .. 50) of what it stores straight")
                                && sentence.contains("4.02 (3.83 .. 4.21) us of CPU a document"));
    }

    @Test
    void saysWhatIsMissingAndWhetherTheMachineWasBusy() {
        assertThat(report(0.1).sentences())
                .anyMatch(sentence -> sentence.contains("netty is missing: it did not run. no such module"))
                .noneMatch(sentence -> sentence.contains("busy"));
        assertThat(report(64).sentences()).anyMatch(sentence -> sentence.contains("busy") && sentence.contains("64.0"));
        assertThat(report(0.1).isComplete()).isFalse();
    }

    @Test
    void keepsEveryTrialForMachines() {
        JsonNode json = report(0.1).json();

        assertThat(json.at("/missing/netty").asText()).isEqualTo("no such module");
        JsonNode cell = json.at("/cells/0");
        assertThat(cell.path("style").asText()).isEqualTo("transport");
        assertThat(cell.path("documents_per_bulk").asInt()).isEqualTo(5000);
        assertThat(cell.at("/trials/1/per_second").asDouble()).isEqualTo(110_000);
        assertThat(cell.at("/trials/1/latency_ms/p99.99").asDouble()).isPositive();
    }

    @Test
    void writesTextJsonAndAPage() throws Exception {
        report(0.1).write(directory);

        assertThat(Files.readString(directory.resolve("styles.txt")))
                .contains("What a document costs", "Searches: noop", "rest-low-level stores");
        assertThat(Files.readString(directory.resolve("styles.html")))
                .contains(
                        "Bulks: noop", "Mean latency: gateway", "Latency by percentile: noop", "netty (not measured)");
        assertThat(directory.resolve("styles.json")).isNotEmptyFile();
    }

    @Test
    void thePageIsDrawnAtEveryWidth() throws Exception {
        HeadlessBrowser browser = new HeadlessBrowser(directory);
        for (String size : new String[] {"1280,1000", "500,1000"}) {
            assertThat(browser.drawn(report(0.1).html(), size))
                    .contains("<svg ")
                    .doesNotContain("NaN", "Infinity");
        }
    }

    private StylesReport report(double load) {
        return new StylesReport(result, new Machine(Instant.EPOCH, 2, "cpu", "jvm", load));
    }

    private void bulks(Way way, Style style, double size, long... perSecond) {
        for (long count : perSecond) {
            result.add(new Cell(Cell.Kind.BULK, way, style, size), Trials.of(count, 20));
        }
    }

    private void searches(Way way, Style style, double rate, long perSecond) {
        Cell cell = new Cell(Cell.Kind.SEARCH, way, style, rate);
        result.add(cell, Trials.of(perSecond, 1));
        result.add(cell, Trials.of(perSecond, 2));
    }
}
