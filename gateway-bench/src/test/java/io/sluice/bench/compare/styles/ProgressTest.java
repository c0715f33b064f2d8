package io.sluice.bench.compare.styles;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressTest {
    @Test
    void estimatesTheRestByThePaceSoFar() {
        Progress progress = new Progress(100, 3);

        // a fifth of what was expected took twice as long as expected
        assertThat(progress.ended("a", 20, Duration.ofSeconds(40))).isEqualTo("[1/3] a; about 3 min left");
        assertThat(progress.ended("b", 60, Duration.ofSeconds(80))).isEqualTo("[2/3] b; about 20 s left");
        assertThat(progress.ended("c", 20, Duration.ofSeconds(100))).isEqualTo("[3/3] c; about 0 s left");
    }
}
