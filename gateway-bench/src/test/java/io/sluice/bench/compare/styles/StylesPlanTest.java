package io.sluice.bench.compare.styles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class StylesPlanTest {
    @Test
    void transportDoesNotGoThroughTheGateway() {
        StylesPlan plan = plan(List.of(5000, 10_000), 1000d);

        assertThat(plan.bulks())
                .hasSize(2 * 3)
                .noneMatch(cell -> cell.style() == Style.TRANSPORT && cell.way() == Way.GATEWAY);
        assertThat(plan.searches()).hasSize(3);
    }

    @Test
    void refusesBulksOfNothingAndNegativeRates() {
        assertThatIllegalArgumentException().isThrownBy(() -> plan(List.of(0), 1d));
        assertThatIllegalArgumentException().isThrownBy(() -> plan(List.of(1), -1d));
    }

    @Test
    void namesWhatThereIsWhenAskedForSomethingElse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Style.of("rest"))
                .withMessageContaining("rest-low-level, rest-high-level");
        assertThatIllegalArgumentException().isThrownBy(() -> Way.of("direct")).withMessageContaining("gateway-tenant");
    }

    private static StylesPlan plan(List<Integer> sizes, double rate) {
        return new StylesPlan(
                List.of(Style.TRANSPORT, Style.NETTY),
                List.of(Way.NOOP, Way.GATEWAY),
                new StylesPlan.Bulks(sizes, 1, 1),
                new StylesPlan.Searches(List.of(rate), 1, 1));
    }
}
