package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.upstream.SlotUse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PermitsTest {
    private final List<Integer> granted = new ArrayList<>();

    private void ask(Permits permits, int count) {
        for (int i = 0; i < count; i++) {
            int number = i;
            permits.ask(() -> granted.add(number));
        }
    }

    @Test
    void lanesGetTheirTurnInTheOrderInWhichTheyAsk() {
        Permits permits = new Permits(2);
        ask(permits, 4);

        assertThat(granted).containsExactly(0, 1);
        permits.giveBack(SlotUse.Unused.INSTANCE);
        permits.giveBack(SlotUse.Unused.INSTANCE);
        assertThat(granted).containsExactly(0, 1, 2, 3);
    }

    @Test
    void thereAreFewerWhileTheClusterRefuses() {
        Permits permits = new Permits(4);
        ask(permits, 8);

        permits.giveBack(SlotUse.Refused.INSTANCE);
        permits.giveBack(SlotUse.Refused.INSTANCE);

        assertThat(permits.limit()).isLessThan(3);
        assertThat(granted).hasSize(4);
    }

    @Test
    void oneIsAlwaysLeft() {
        Permits permits = new Permits(2);
        for (int i = 0; i < 50; i++) {
            ask(permits, 1);
            permits.giveBack(SlotUse.Refused.INSTANCE);
        }

        assertThat(granted).hasSize(50);
        assertThat(permits.limit()).isPositive();
    }

    @Test
    void aHigherBoundLetsWaitingLanesGoOn() {
        Permits permits = new Permits(1);
        ask(permits, 3);

        permits.most(3);

        assertThat(granted).containsExactly(0, 1, 2);
        assertThat(permits.taken()).isEqualTo(3);
    }
}
