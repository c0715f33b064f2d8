package io.sluice.bench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalsTest {
    @ParameterizedTest
    @CsvSource({
        "'1000', 0, 0",
        "'1000', 500, 0.5",
        "'100:2s,1000:1s', 200, 2.0",
        "'100:2s,1000:1s', 700, 2.5",
        "'0-100:10s', 500, 10.0",
        "'0-100:10s', 125, 5.0",
        "'0-100:10s', 600, 11.0",
        "'100-0:10s,50:1s', 500, 10.0"
    })
    void followsThePlan(String plan, double n, double seconds) {
        assertThat(Arrivals.parse(plan, false).nanosOf(n) / 1e9).isCloseTo(seconds, within(1e-6));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast", "-5", "0", "100:10", "100:0s", "10-:1s"})
    void refusesOtherTexts(String plan) {
        assertThatThrownBy(() -> Arrivals.parse(plan, false)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void loopsTogetherMakeTheEvenSpacing() {
        List<Long> due = new ArrayList<>();
        for (int loop = 0; loop < 3; loop++) {
            ArrivalClock clock = new ArrivalClock(Arrivals.parse("1000", false), loop, 3, new Random(1));
            for (int i = 0; i < 4; i++) {
                due.add(clock.next());
            }
        }

        due.sort(null);

        assertThat(due)
                .containsExactly(
                        0L,
                        1_000_000L,
                        2_000_000L,
                        3_000_000L,
                        4_000_000L,
                        5_000_000L,
                        6_000_000L,
                        7_000_000L,
                        8_000_000L,
                        9_000_000L,
                        10_000_000L,
                        11_000_000L);
    }

    @Test
    void poissonArrivalsHaveTheRateAndExponentialGaps() {
        ArrivalClock clock = new ArrivalClock(Arrivals.parse("1000", true), 0, 1, new Random(42));
        int count = 50_000;
        double squares = 0;
        long before = clock.next();
        long first = before;
        for (int i = 0; i < count; i++) {
            long next = clock.next();
            squares += Math.pow((next - before) / 1e6, 2);
            before = next;
        }

        assertThat((before - first) / 1e6 / count).isCloseTo(1.0, within(0.03));
        assertThat(squares / count).as("second moment of Exp(1)").isCloseTo(2.0, within(0.1));
    }

    @Test
    void saysInWordsWhatItDoes() {
        assertThat(Arrivals.parse("1200", false).text()).isEqualTo("1200/s, evenly spaced");
        assertThat(Arrivals.parse("0.5:10s,100-1000:30s", true).text())
                .isEqualTo("0.5/s for 10 s, then 100 to 1000/s for 30 s, Poisson arrivals");
    }
}
