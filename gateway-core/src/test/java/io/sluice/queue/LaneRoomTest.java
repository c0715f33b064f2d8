package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaneRoomTest {
    private final LaneRoom room = new LaneRoom(100);
    private final List<String> granted = new ArrayList<>();

    private void ask(String who, long bytes) {
        room.ask(bytes, () -> granted.add(who));
    }

    @Test
    void givesRoomInTheOrderInWhichItWasAsked() {
        ask("a", 60);
        ask("b", 60);
        ask("c", 10);

        assertThat(granted).containsExactly("a");
        assertThat(room.isShort()).isTrue();
        assertThat(room.tryTake(1)).isFalse();

        room.giveBack(60);
        assertThat(granted).containsExactly("a", "b", "c");
        assertThat(room.held()).isEqualTo(70);
        assertThat(room.tryTake(30)).isTrue();
        assertThat(room.isShort()).isTrue();
    }

    @Test
    void givesALongRecordRoomOnceItIsAlone() {
        room.add(120);
        ask("long", 500);
        room.giveBack(70);
        assertThat(granted).isEmpty();

        room.giveBack(50);
        assertThat(granted).containsExactly("long");
    }

    @Test
    void grantsWhatWaitsWhenTheBoundGrows() {
        ask("a", 90);
        ask("b", 90);

        room.most(180);

        assertThat(granted).containsExactly("a", "b");
    }
}
