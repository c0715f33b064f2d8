package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How long a comparison holds that began while one gateway was in the table. */
class SurenessTest {

    private static final GatewayEntry ENTRY = new GatewayEntry("of a test", "", Duration.ZERO, false);

    private final TableContent alone = TableContent.EMPTY.withGateway("a", ENTRY);
    private final TableContent both = alone.withGateway("b", ENTRY);
    private final Sureness before = Sureness.of("acme", alone, Map.of("a", beat(0)));

    private static Beat beat(long unsure) {
        return new Beat(1, 1, new TreeSet<>(), new TreeSet<>(), new TreeMap<>(Map.of("acme", unsure)));
    }

    @Test
    void holdsWhileNothingIsUnsure() {
        assertThat(before.holds("acme", alone, Map.of("a", beat(0)))).isTrue();
        assertThat(before.holds("acme", both, Map.of("a", beat(0), "b", beat(0))))
                .isTrue();
    }

    @Test
    void endsWithARequestThatIsUnsure() {
        assertThat(before.holds("acme", alone, Map.of("a", beat(1)))).isFalse();
        assertThat(before.holds("acme", both, Map.of("a", beat(0), "b", beat(1))))
                .isFalse();
    }

    @Test
    void endsWithAGateway() {
        TableContent other = alone.withoutGateway("a").withGateway("b", ENTRY);

        assertThat(before.holds("acme", other, Map.of("b", beat(0)))).isFalse();
    }

    /** What was unsure there is in no beat any longer. */
    @Test
    void endsWithAGatewayThatHasComeAndGone() {
        assertThat(before.holds("acme", both.withoutGateway("b"), Map.of("a", beat(0))))
                .isFalse();
    }

    @Test
    void doesNotEndWithAGatewayThatWasNotThere() {
        assertThat(before.holds("acme", alone.withoutGateway("b"), Map.of("a", beat(0))))
                .isTrue();
    }
}
