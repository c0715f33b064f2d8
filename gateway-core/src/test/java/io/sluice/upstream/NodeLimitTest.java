package io.sluice.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.BulkConcurrencyConfig;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class NodeLimitTest {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long BYTES = 1 << 20;

    private final NodeLimit limit = new NodeLimit(new BulkConcurrencyConfig(8, 2, 32), 20);
    private long now;

    @Test
    void risesWithGoodAnswersWhileItIsUsedUpToTheConnectionsThereMayBe() {
        rounds(3, 10);
        assertThat(limit.limit()).isGreaterThan(8);

        rounds(200, 10);
        assertThat(limit.limit()).isEqualTo(20);
    }

    @Test
    void staysWhereItIsWhileNobodyNeedsIt() {
        for (int i = 0; i < 100; i++) {
            limit.take();
            limit.giveBack(new SlotUse.Answered(10 * MILLI, BYTES), now += MILLI);
        }
        assertThat(limit.limit()).isEqualTo(8);
    }

    @Test
    void fallsOnceForAllRefusalsOfOneRoundAndNotBelowItsLeast() {
        rounds(1, 10);
        int before = limit.limit();
        fill();
        for (int i = limit.inUse(); i > 0; i--) {
            limit.giveBack(SlotUse.Refused.INSTANCE, now += MILLI / 10);
        }
        assertThat(limit.limit()).isBetween(before / 2, before - 1);

        for (int i = 0; i < 100; i++) {
            limit.take();
            limit.giveBack(SlotUse.Refused.INSTANCE, now += 1_000 * MILLI);
        }
        assertThat(limit.limit()).isEqualTo(2);
    }

    @Test
    void fallsWhereAByteTakesManyTimesAsLongAsBeforeAndNotWhereBulksAreLonger() {
        rounds(20, 10);
        int before = limit.limit();
        fill();
        while (limit.inUse() > 0) {
            limit.giveBack(new SlotUse.Answered(160 * MILLI, 16 * BYTES), now += MILLI);
        }
        assertThat(limit.limit()).isGreaterThanOrEqualTo(before);

        rounds(2, 1_000);
        assertThat(limit.limit()).isLessThan(before);
    }

    @Test
    void hasNoRoomAboveItsBoundAfterItFell() {
        fill();
        limit.giveBack(SlotUse.Refused.INSTANCE, now += MILLI);
        assertThat(limit.hasRoom()).isFalse();
        while (limit.inUse() >= limit.limit()) {
            limit.giveBack(SlotUse.Unused.INSTANCE, now += MILLI);
        }
        assertThat(limit.hasRoom()).isTrue();
    }

    private void rounds(int rounds, long millis) {
        for (int round = 0; round < rounds; round++) {
            fill();
            now += millis * MILLI;
            for (int i = limit.inUse(); i > 0; i--) {
                limit.giveBack(new SlotUse.Answered(millis * MILLI, BYTES), now);
            }
        }
    }

    private void fill() {
        while (limit.hasRoom()) {
            limit.take();
        }
    }
}
