package io.sluice.bench.stub.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyTest {
    @ParameterizedTest
    @CsvSource({
        "'none', 0, 0",
        "'fixed:5ms', 5e6, 5e6",
        "'uniform:1ms,9ms', 5e6, 5e6",
        "'exponential:10ms', 6.93e6, 10e6",
        "'lognormal:5ms,0.5', 5e6, 5.67e6"
    })
    void drawsFromTheDistributionItNames(String text, double median, double mean) {
        Random random = new Random(7);
        Latency latency = Latency.parse(text);

        long[] draws = LongStream.generate(() -> latency.nextNanos(random))
                .limit(100_000)
                .sorted()
                .toArray();

        assertThat((double) draws[draws.length / 2]).isCloseTo(median, within(median * 0.03));
        assertThat(Arrays.stream(draws).average().orElse(-1)).isCloseTo(mean, within(mean * 0.03));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fixed", "fixed:5", "uniform:1ms", "normal:1ms,2", "lognormal:5ms"})
    void refusesOtherTexts(String text) {
        assertThatThrownBy(() -> Latency.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void boundedFaultsStrikeExactlyThatOften() {
        FaultPlan plan = new FaultPlan();
        plan.add(new Fault(FaultKind.STATUS_503, 1, 2, "node-1", "/_bulk", Fault.Pace.DEFAULT));
        Random random = new Random(1);

        assertThat(plan.draw("node-0", "/_bulk", random)).isNull();
        assertThat(plan.draw("node-1", "/_search", random)).isNull();
        assertThat(plan.draw("node-1", "/a/_bulk", random)).isNotNull();
        assertThat(plan.draw("node-1", "/a/_bulk", random)).isNotNull();
        assertThat(plan.draw("node-1", "/a/_bulk", random)).isNull();
    }
}
