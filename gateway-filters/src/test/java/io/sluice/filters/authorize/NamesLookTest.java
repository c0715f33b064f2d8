package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.authorize.NamesLook.Read;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class NamesLookTest {

    private static final String NAMES = "{\"indices\":[{\"name\":\"logs-1\"}],\"aliases\":[],\"data_streams\":[]}";
    private static final Duration PERIOD = Duration.ofMinutes(5);

    private final TestContext context = new TestContext();
    private final TestCluster cluster = new TestCluster("primary").answering(target -> NAMES);

    private NamesLook look(Duration period) {
        return new NamesLook(
                new NamesReader(cluster, List.of(), context.clock()),
                true,
                period,
                context.meters().counter("failures", "Failed looks"),
                context.clock());
    }

    private Read last(NamesLook look) {
        return Objects.requireNonNull(look.last());
    }

    @Test
    void isDueAtOnceAndThenAfterThePeriod() {
        NamesLook look = look(PERIOD);

        assertThat(look.lookIfDue()).isTrue();
        context.clock().advance(PERIOD.minusSeconds(1));
        assertThat(look.lookIfDue()).isFalse();
        context.clock().advance(Duration.ofSeconds(1));
        assertThat(look.lookIfDue()).isTrue();
        assertThat(cluster.asked()).hasSize(2);
    }

    @Test
    void holdsForAMinuteFromWhenItIsDueAgainHoweverLongThePeriod() {
        NamesLook look = look(PERIOD);
        look.lookIfDue();
        context.clock().advance(PERIOD);
        cluster.silence();

        look.lookIfDue();

        Instant now = context.clock().instant();
        assertThat(last(look).holdsAt(now.plusSeconds(59))).isTrue();
        assertThat(last(look).holdsAt(now.plusSeconds(60))).isFalse();
    }

    @Test
    void isMadeAgainSoonWhereItFailed() {
        NamesLook look = look(PERIOD);
        look.lookIfDue();
        context.clock().advance(PERIOD);
        cluster.silence();
        look.lookIfDue();

        cluster.answering(target -> NAMES);
        context.clock().advance(Duration.ofSeconds(1));

        assertThat(look.lookIfDue()).isTrue();
        assertThat(last(look).holdsAt(context.clock().instant().plus(PERIOD))).isTrue();
        assertThat(context.meters().count("failures")).isEqualTo(1);
    }

    @Test
    void pausesLongerAfterEachFailureButNoLongerThanThePeriod() {
        cluster.silence();
        NamesLook look = look(Duration.ofSeconds(10));
        List<Integer> made = new ArrayList<>();

        for (int second = 0; second < 40; second++) {
            if (look.lookIfDue()) {
                made.add(second);
            }
            context.clock().advance(Duration.ofSeconds(1));
        }

        assertThat(made).containsExactly(0, 1, 3, 7, 15, 25, 35);
    }

    @Test
    void isDueAfterFiveSecondsWhereNamesAreMissed() {
        NamesLook look = look(PERIOD);
        look.lookIfDue();

        context.clock().advance(Duration.ofSeconds(4));
        look.miss();
        assertThat(look.lookIfDue()).isFalse();
        context.clock().advance(Duration.ofSeconds(1));
        assertThat(look.lookIfDue()).isTrue();
        context.clock().advance(Duration.ofSeconds(5));
        assertThat(look.lookIfDue()).isFalse();
    }

    @Test
    void isNotDueSoonerThanAfterAFailureOrThePeriodWhereNamesAreMissed() {
        NamesLook look = look(Duration.ofSeconds(3));
        look.lookIfDue();
        look.miss();
        context.clock().advance(Duration.ofSeconds(3));
        cluster.silence();

        assertThat(look.lookIfDue()).isTrue();
        look.miss();
        assertThat(look.lookIfDue()).isFalse();
        context.clock().advance(Duration.ofSeconds(1));
        assertThat(look.lookIfDue()).isTrue();
    }
}
