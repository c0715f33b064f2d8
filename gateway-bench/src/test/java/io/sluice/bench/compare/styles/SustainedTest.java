package io.sluice.bench.compare.styles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SustainedTest {
    private final StylesResult result = new StylesResult(new StylesPlan(
            List.of(Style.TRANSPORT, Style.REST_LOW_LEVEL),
            List.of(Way.NOOP),
            new StylesPlan.Bulks(List.of(), 1, 1),
            new StylesPlan.Searches(List.of(0d, 2000d, 1000d, 1500d), 100, 2)));

    @Test
    void isTheHighestRateThatEveryTrialKept() {
        trials(Style.TRANSPORT, 1000, 1000, 995);
        trials(Style.TRANSPORT, 1500, 1500, 1486);
        trials(Style.TRANSPORT, 2000, 1999, 1900);

        assertThat(Sustained.highest(result, Way.NOOP, Style.TRANSPORT)).hasValue(1500);
    }

    @Test
    void doesNotCountARateAboveOneThatWasNotKept() {
        trials(Style.TRANSPORT, 1000, 1000, 500);
        trials(Style.TRANSPORT, 1500, 1500, 1500);

        assertThat(Sustained.highest(result, Way.NOOP, Style.TRANSPORT)).isEmpty();
    }

    @Test
    void aRateThatWasNotTriedIsNotKept() {
        assertThat(Sustained.highest(result, Way.NOOP, Style.TRANSPORT)).isEmpty();
    }

    @Test
    void comparesLatenciesWhereTheSlowestStyleKeepsUp() {
        trials(Style.TRANSPORT, 1000, 1000, 1000);
        trials(Style.TRANSPORT, 1500, 1500, 1500);
        trials(Style.REST_LOW_LEVEL, 1000, 1000, 1000);
        trials(Style.REST_LOW_LEVEL, 1500, 1200, 1200);

        assertThat(Sustained.common(result, Way.NOOP)).hasValue(1000);
    }

    @Test
    void aStyleThatDoesNotRunDoesNotKeepOthersFromBeingCompared() {
        trials(Style.REST_LOW_LEVEL, 1000, 1000, 1000);
        result.missing(Style.TRANSPORT, "no such class");

        assertThat(Sustained.common(result, Way.NOOP)).hasValue(1000);
    }

    private void trials(Style style, double rate, long... answered) {
        for (long count : answered) {
            result.add(new Cell(Cell.Kind.SEARCH, Way.NOOP, style, rate), Trials.of(count, 1));
        }
    }
}
