package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class GatewayWatchTest {

    private static final Duration LEASE = Duration.ofSeconds(10);

    private long now;
    private final GatewayWatch watch = new GatewayWatch(LEASE, () -> now);
    private final TableContent table =
            TableContent.EMPTY.withGateway("a", new GatewayEntry("one", "", Duration.ZERO, false));
    private final TableContent marked =
            TableContent.EMPTY.withGateway("a", new GatewayEntry("one", "", Duration.ZERO, true));

    private static Map<String, Beat> beat(long number) {
        return Map.of("a", new Beat(number, 1, new TreeSet<>(), new TreeSet<>(), new TreeMap<>()));
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    @Test
    void leavesAGatewayThatBeats() {
        for (int i = 0; i < 10; i++) {
            assertThat(watch.look(table, beat(i))).isNull();
            pass(LEASE.multipliedBy(2));
        }
    }

    @Test
    void marksAGatewayThatIsSilentForTwoLeases() {
        assertThat(watch.look(table, beat(1))).isNull();
        pass(LEASE.multipliedBy(2));
        assertThat(watch.look(table, beat(1))).isNull();
        pass(Duration.ofNanos(1));

        assertThat(watch.look(table, beat(1))).isEqualTo(marked);
    }

    @Test
    void countsSilenceOnlyFromItsOwnFirstLook() {
        pass(Duration.ofHours(1));

        assertThat(watch.look(table, Map.of())).isNull();
    }

    @Test
    void takesAMarkedGatewayOutAfterAnotherLease() {
        assertThat(watch.look(table, beat(1))).isNull();
        assertThat(watch.look(marked, beat(1))).isNull();
        pass(LEASE);
        assertThat(watch.look(marked, beat(1))).isNull();
        pass(Duration.ofNanos(1));

        assertThat(watch.look(marked, beat(1))).isEqualTo(marked.withoutGateway("a"));
    }

    @Test
    void leavesAMarkedGatewayThatEntersItselfAnew() {
        assertThat(watch.look(marked, beat(1))).isNull();
        pass(LEASE.multipliedBy(3));

        assertThat(watch.look(table, beat(2))).isNull();
    }

    /** It decides requests for as long as that. */
    @Test
    void waitsForTheLeaseOfTheSilentGatewayIfThatIsLonger() {
        Duration longer = LEASE.multipliedBy(6);
        GatewayEntry entry = new GatewayEntry("one", "", longer, false);
        TableContent slow = TableContent.EMPTY.withGateway("a", entry);
        TableContent leaving = TableContent.EMPTY.withGateway("a", entry.left());

        assertThat(watch.look(slow, beat(1))).isNull();
        pass(longer.multipliedBy(2));
        assertThat(watch.look(slow, beat(1))).isNull();
        pass(Duration.ofNanos(1));
        assertThat(watch.look(slow, beat(1))).isEqualTo(leaving);

        assertThat(watch.look(leaving, beat(1))).isNull();
        pass(longer);
        assertThat(watch.look(leaving, beat(1))).isNull();
        pass(Duration.ofNanos(1));
        assertThat(watch.look(leaving, beat(1))).isEqualTo(leaving.withoutGateway("a"));
    }
}
