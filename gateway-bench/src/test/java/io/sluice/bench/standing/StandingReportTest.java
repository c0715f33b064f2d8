package io.sluice.bench.standing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.bench.compare.Machine;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StandingReportTest {
    private static final Machine MACHINE = new Machine(Instant.EPOCH, 2, "cpu", "jvm", 0.1);
    private final List<StandingRow> rows;

    StandingReportTest() throws IOException {
        rows = StandingRows.all(true);
    }

    @Test
    void namesTheRowsThatMissTheirTarget() {
        StandingResult result =
                result("b", row("small", "bare", 1.05, 150, 0), row("bulk-shard", "nginx", 1.9, 160, 0));

        assertThat(report(result, null).sentences())
                .containsExactly("Nothing was kept before, so nothing is compared.", "Targets missed: bulk-shard.");
        assertThat(report(result("b", row("small", "bare", 1.05, 150, 0)), null).sentences())
                .contains("Every target is met.");
    }

    @Test
    void namesWhatChangedByMoreThanItsInterval() {
        StandingResult before =
                result("a", row("small", "bare", 1.00, 150, 0), row("bulk-shard", "nginx", 1.7, 200, 0));
        StandingResult now = result("b", row("small", "bare", 1.06, 158, 0), row("bulk-shard", "nginx", 1.71, 170, 0));

        assertThat(report(now, before).sentences())
                .contains(
                        "WORSE: small, CPU by bare's, 1.06 (1.05 .. 1.07) after 1.00 (0.990 .. 1.01) in a.",
                        "better: bulk-shard, resident memory, 170 (168 .. 172) MB after 200 (198 .. 202) MB in a.")
                .hasSize(3);
        assertThat(report(before, before).sentences()).contains("Nothing changed by more than its interval since a.");
    }

    @Test
    void comparesNothingThatHadAnotherBaseline() {
        StandingResult before = result("a", row("bulk-shard", "bare", 1.0, 100, 0));
        StandingResult now = result("b", row("bulk-shard", "nginx", 1.7, 200, 0));

        assertThat(report(now, before).sentences()).noneMatch(sentence -> sentence.startsWith("WORSE"));
    }

    @Test
    void saysWhenRequestsFailed() {
        StandingReport report = report(result("b", row("small", "bare", 1.0, 150, 0.02)), null);

        assertThat(report.isValid()).isFalse();
        assertThat(report.sentences().getFirst())
                .isEqualTo("INVALID: small, up to 2.0% of the requests to sluice failed in a window.");
        assertThat(report(result("b", row("small", "bare", 1.0, 150, 0)), null).isValid())
                .isTrue();
    }

    @Test
    void isReadAgainAsItWasKept() throws IOException {
        StandingResult result = result("b", row("small", "bare", 1.05, 150, 0.5), row("bulk", "bare", 1.9, 160, 0));

        assertThat(StandingResult.of(new ObjectMapper().readTree(result.json().toString())))
                .isEqualTo(result);
    }

    @Test
    void isShownAsTextAndAsAPage() throws IOException {
        StandingReport report = report(result("b", row("small", "bare", 1.05, 150, 0)), null);

        assertThat(report.text()).contains("small request", "1.05 (1.04 .. 1.06)", "1.08", "150", "12.5");
        assertThat(report.html()).contains("Standing comparison", "small request");
    }

    private StandingReport report(StandingResult result, @Nullable StandingResult kept) {
        return new StandingReport(rows, result, kept);
    }

    private static StandingResult result(String commit, StandingResult.Row... rows) {
        return new StandingResult(commit, MACHINE, List.of(rows));
    }

    private static StandingResult.Row row(String id, String baseline, double ratio, double megabytes, double failures) {
        return new StandingResult.Row(
                id,
                List.of(
                        new StandingResult.Subject(baseline, about(10e-6, 0), about(1, 0), about(20e6, 0), 0, 0),
                        new StandingResult.Subject(
                                StandingRow.GATEWAY,
                                about(ratio * 10e-6, 0),
                                about(ratio, 0.01),
                                about(megabytes * 1e6, 2e6),
                                0.125,
                                failures)));
    }

    private static StandingResult.Figure about(double median, double spread) {
        return new StandingResult.Figure(median, median - spread, median + spread);
    }
}
