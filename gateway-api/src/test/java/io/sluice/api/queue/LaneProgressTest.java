package io.sluice.api.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LaneProgressTest {

    private final LaneProgress progress = new LaneProgress(10);

    @Test
    void remembersWhatIsDoneBehindTheFirstThatIsNot() {
        assertThat(progress.doneAlone(12)).isTrue();
        assertThat(progress.doneAlone(12)).isFalse();
        assertThat(progress.doneAlone(13)).isTrue();

        assertThat(progress.done()).isEqualTo(10);
        assertThat(progress.isDone(11)).isFalse();
        assertThat(progress.isDone(13)).isTrue();
        assertThat(progress.aheadCount()).isEqualTo(2);
    }

    @Test
    void goesOnOverWhatIsDone() {
        progress.doneAlone(12);
        progress.doneAlone(14);

        assertThat(progress.doneTo(11)).isTrue();
        assertThat(progress.done()).isEqualTo(12);
        assertThat(progress.doneAlone(13)).isTrue();
        assertThat(progress.done()).isEqualTo(14);
        assertThat(progress.doneTo(14)).isFalse();
        assertThat(progress.ahead()).isEmpty();
    }

    @Test
    void doesNotTellOfMoreThanEnginesKeep() {
        progress.doneAlone(10 + LaneProgress.MOST_AHEAD);
        progress.doneAlone(11 + LaneProgress.MOST_AHEAD);

        LaneProgress kept = new LaneProgress(10, progress.ahead());

        assertThat(progress.ahead()).hasSize(LaneProgress.MOST_AHEAD / 8);
        assertThat(kept.isDone(10 + LaneProgress.MOST_AHEAD)).isTrue();
        assertThat(kept.isDone(11 + LaneProgress.MOST_AHEAD)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> progress.doneAlone(1L << 40));
    }

    @Test
    void saysWhatASetOfThePositionsSays() {
        Random random = new Random(7);
        for (int run = 0; run < 200; run++) {
            LaneProgress one = new LaneProgress(-1);
            TreeSet<Long> done = new TreeSet<>();
            for (int step = 0; step < 60; step++) {
                long position = random.nextInt(80);
                if (random.nextInt(8) == 0) {
                    one.doneTo(position / 4);
                    for (long each = 0; each <= position / 4; each++) {
                        done.add(each);
                    }
                } else {
                    assertThat(one.doneAlone(position)).isEqualTo(done.add(position));
                }
                LaneProgress kept = new LaneProgress(one.done(), one.ahead());
                for (long each = 0; each < 90; each++) {
                    assertThat(one.isDone(each)).isEqualTo(done.contains(each));
                    assertThat(kept.isDone(each)).isEqualTo(done.contains(each));
                }
            }
        }
    }
}
