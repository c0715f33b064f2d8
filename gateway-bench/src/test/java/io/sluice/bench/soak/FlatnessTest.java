package io.sluice.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FlatnessTest {
    private static final int MIB = 1 << 20;

    @Test
    void takesWarmUpForNoGrowth() {
        assertThat(grown(100, 300, 310, 320)).isEmpty();
    }

    @Test
    void namesWhatGrowsFromTheSecondQuarterToTheLast() {
        assertThat(grown(100, 300, 320, 340))
                .containsExactly("resident bytes: 314,572,800 in the second quarter, 356,515,840 in the last one");
    }

    @Test
    void namesDescriptorsAndThreads() {
        List<ProcessSample> samples = IntStream.range(0, 40)
                .mapToObj(i -> new ProcessSample(MIB, 100 + i, 50 + i))
                .toList();

        assertThat(new Flatness(samples).grown())
                .containsExactly(
                        "descriptors: 115 in the second quarter, 135 in the last one",
                        "threads: 65 in the second quarter, 85 in the last one");
    }

    @Test
    void saysNothingOfAFewSamples() {
        assertThat(new Flatness(List.of(new ProcessSample(1, 1, 1), new ProcessSample(99, 99, 99))).grown())
                .isEmpty();
    }

    private static List<String> grown(int... mebibytes) {
        List<ProcessSample> samples = IntStream.range(0, 40)
                .mapToObj(i -> new ProcessSample((long) mebibytes[i / 10] * MIB, 10, 10))
                .toList();
        return new Flatness(samples).grown();
    }
}
