package io.sluice.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StudyProgressTest {
    private final List<String> lines = new ArrayList<>();
    private long now;

    @Test
    void estimatesTheRestByWhatIsDone() {
        StudyProgress progress = new StudyProgress(Duration.ofSeconds(100), lines::add, () -> now);
        now = TimeUnit.SECONDS.toNanos(50);
        progress.step(Duration.ofSeconds(25), "first");
        now = TimeUnit.SECONDS.toNanos(600);
        progress.step(Duration.ofSeconds(50), "second");
        progress.step(Duration.ofSeconds(25), "last");

        assertThat(lines)
                .containsExactly(
                        "this takes at least 100 s",
                        " 25%, about 3 min left: first",
                        " 75%, about 4 min left: second",
                        "100%, about 0 s left: last");
    }

    @Test
    void neverClaimsMoreThanAll() {
        StudyProgress progress = new StudyProgress(Duration.ofSeconds(1), lines::add, () -> now);
        now = 1_000;

        progress.step(Duration.ofSeconds(5), "more than planned");

        assertThat(lines.getLast()).isEqualTo("100%, about 0 s left: more than planned");
    }
}
