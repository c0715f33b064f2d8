package io.sluice.index.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void tellsRatesAndTheTimeThatIsLeft() {
        try (Progress progress = new Progress(new PrintWriter(new StringWriter()), false)) {
            progress.begin("copy logs", 10_000, 1_000);
            progress.add(4_000, 8 << 20);

            assertThat(progress.line(4 * SECOND))
                    .isEqualTo("copy logs: 5000 of 10000 documents (50%), 1000/s, 2.0 MiB/s, about 5s left");
        }
    }

    @Test
    void tellsNothingOfTheTimeBeforeAnythingIsDone() {
        try (Progress progress = new Progress(new PrintWriter(new StringWriter()), false)) {
            progress.begin("copy logs", 10, 0);

            assertThat(progress.line(SECOND)).endsWith("about ? left");
        }
    }
}
