package io.sluice.bench.load.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceLevelsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "p50<6ms; true",
                "p50<5ms; false",
                "p99.9<101ms; true",
                "p99.9<100ms; false",
                "mean<7ms; true",
                "max<100ms; false",
                "errors<1.1%; true",
                "errors<1%; false",
                "rate>99; true",
                "rate>100; false",
                "documents>0; false"
            })
    void holdsARunToEachBound(String level, boolean kept) {
        assertThat(ServiceLevels.parse(level).broken(result())).hasSize(kept ? 0 : 1);
    }

    @Test
    void namesEveryBoundThatWasBroken() {
        assertThat(ServiceLevels.parse("p99<1ms, errors<0.1%, rate>10").broken(result()))
                .hasSize(2)
                .anyMatch(line -> line.startsWith("p99 ") && line.endsWith("wanted below 1.000 ms"))
                .anyMatch(line -> line.startsWith("errors 1.0000%"));
    }

    @Test
    void holdsNothingToBeKeptByARunWithoutRequests() {
        LoadResult nothing = result("x", 0, new Recorder());

        assertThat(ServiceLevels.parse("p99<1h,errors<100%").broken(nothing)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "p99", "p99>1ms", "p99<20", "errors<1", "rate<5", "speed<1ms"})
    void refusesOtherBounds(String text) {
        assertThatThrownBy(() -> ServiceLevels.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    /** A hundred requests in a second: 99 of 5 ms, and one of 100 ms that failed. */
    private static LoadResult result() {
        Recorder recorder = new Recorder();
        Outcome good = new Outcome(Outcome.Kind.SUCCESS, 200, new StatusCounts(), 10);
        for (int i = 0; i < 99; i++) {
            recorder.record("a", good, TimeUnit.MILLISECONDS.toNanos(5), 1, 0);
        }
        Outcome bad = Outcome.unanswered(Outcome.Kind.TIMEOUT);
        recorder.record("a", bad, TimeUnit.MILLISECONDS.toNanos(100), 1, 0);
        return result("test", 0.1, recorder);
    }

    private static LoadResult result(String name, double generatorCpuSeconds, Recorder recorder) {
        return new LoadResult(name, new LoadResult.Settings(1, 1, Map.of()), 1, generatorCpuSeconds, null, recorder);
    }
}
