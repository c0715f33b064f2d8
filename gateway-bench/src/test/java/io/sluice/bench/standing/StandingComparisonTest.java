package io.sluice.bench.standing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandingComparisonTest {
    @TempDir
    private Path directory;

    @Test
    void refusesARowThatIsNotThereAndNamesThoseThatAre() {
        assertThatThrownBy(() -> run("smal"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no row 'smal'; there are small, small-2, bulk,");
    }

    @Test
    void refusesWhatWasNotKeptByItBeforeItMeasures() throws IOException {
        for (String text : List.of("{\"subjects\":[]}", "no JSON")) {
            Files.writeString(directory.resolve("other.json"), text);

            assertThatThrownBy(() -> run("small"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("other.json is no kept result");
        }
    }

    private void run(String row) throws IOException, InterruptedException {
        new StandingComparison(new StandingComparison.Plan(
                        "commit",
                        directory,
                        directory,
                        List.of(row),
                        true,
                        1,
                        Duration.ofMillis(1),
                        Duration.ofMillis(1)))
                .run(directory, line -> {});
    }
}
