package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.TestMeters;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When a move has not got on, with a clock of the test's. */
class StandstillTest {

    private final AtomicLong seconds = new AtomicLong(1_000);
    private final TestMeters meters = new TestMeters();
    private final Standstill standstill = new Standstill(meters, () -> TimeUnit.SECONDS.toNanos(seconds.get()));

    @Test
    void isNoneWithoutAMove() {
        assertThat(standstill.seconds()).isZero();
    }

    @Test
    void endsAtEachNewStep() {
        standstill.reached("acme");
        seconds.addAndGet(700);
        assertThat(standstill.seconds()).isEqualTo(700);

        standstill.reached("acme");

        assertThat(standstill.seconds()).isZero();
    }

    @Test
    void isNoneWhileDocumentsPass() {
        standstill.reached("acme");
        seconds.addAndGet(700);

        standstill.documents("acme", 1_000);

        assertThat(standstill.seconds()).isZero();
    }

    /** However long each try takes, if it comes no further than those before. */
    @Test
    void goesOnThroughTriesThatFailAtTheSamePlace() {
        standstill.reached("acme");
        for (int i = 0; i < 4; i++) {
            standstill.documents("acme", 500);
            standstill.documents("acme", 1_000);
            standstill.setback();
            seconds.addAndGet(300);
        }

        assertThat(standstill.seconds()).isEqualTo(1_200);
        assertThat(meters.count("placement_setbacks")).isEqualTo(4);
    }

    @Test
    void endsWhereATryComesFurtherThanThoseBefore() {
        standstill.reached("acme");
        standstill.documents("acme", 1_000);
        standstill.setback();
        seconds.addAndGet(300);

        standstill.documents("acme", 1_001);

        assertThat(standstill.seconds()).isZero();
    }

    @Test
    void isOfTheMoveThatHasStoodLongest() {
        standstill.reached("acme");
        seconds.addAndGet(60);
        standstill.reached("globex");
        seconds.addAndGet(40);
        assertThat(standstill.seconds()).isEqualTo(100);

        standstill.over("acme");

        assertThat(standstill.seconds()).isEqualTo(40);
    }
}
