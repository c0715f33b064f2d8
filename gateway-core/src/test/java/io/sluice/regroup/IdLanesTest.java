package io.sluice.regroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class IdLanesTest {
    private final IdLanes lanes = new IdLanes();

    @Test
    void leavesTheChoiceToTheRouterWhileThereIsOneName() {
        lanes.named("a");
        lanes.take(5, 1);
        lanes.named("a");
        assertThat(lanes.lane(5)).isEqualTo(IdLanes.NONE);
        assertThat(lanes.isFull()).isFalse();
    }

    @Test
    void knowsTheLanesOfAllIdsThatCameWithOneNameOnceAnotherComes() {
        lanes.named("a");
        for (int id = -500; id < 500; id++) {
            lanes.take(id, Math.floorMod(id, 7));
        }
        lanes.named("b");
        for (int id = -500; id < 500; id++) {
            // Ids with the hashes 0 and 1 share a lane.
            assertThat(lanes.lane(id)).isEqualTo(id == 1 ? 0 : Math.floorMod(id, 7));
        }
        assertThat(lanes.lane(1_000)).isEqualTo(IdLanes.NONE);
    }

    @Test
    void looksLanesUpFromTheFirstItemWhereTheRouterDoesNotLookAtNames() {
        lanes.named(null);
        assertThat(lanes.lane(9)).isEqualTo(IdLanes.NONE);
        lanes.take(9, 3);
        assertThat(lanes.lane(9)).isEqualTo(3);
    }

    @Test
    void isFullOnlyWhereLanesAreLookedUp() {
        lanes.named("a");
        for (int id = 1; id <= IdLanes.MAX; id++) {
            assertThat(lanes.hasRoom()).isTrue();
            lanes.take(id, 0);
        }
        assertThat(lanes.hasRoom()).isFalse();
        assertThat(lanes.isFull()).isFalse();
        lanes.named("b");
        assertThat(lanes.isFull()).isTrue();
        assertThat(lanes.lane(IdLanes.MAX)).isZero();
        assertThat(lanes.lane(IdLanes.MAX + 1)).isEqualTo(IdLanes.NONE);
    }

    @Test
    void isFullAsSoonAsAnotherNameComesAfterAnIdWasNotNoted() {
        lanes.named("a");
        lanes.take(1, 0);
        lanes.forgetMore();
        assertThat(lanes.isFull()).isFalse();
        lanes.named("b");
        assertThat(lanes.isFull()).isTrue();
    }

    // A client can find ids with such hashes in minutes. Without a secret the rounds take minutes.
    @Test
    @Timeout(120)
    void isNotSlowedDownByIdsThatAClientChose() {
        for (int round = 0; round < 30; round++) {
            IdLanes many = new IdLanes();
            many.named(null);
            for (int id = 0; id < IdLanes.MAX; id++) {
                many.take(Integer.rotateRight(id, 14), 1);
            }
            assertThat(many.lane(Integer.rotateRight(5, 14))).isEqualTo(1);
        }
    }

    @Test
    void givesEachIdTheFirstLaneThatItTook() {
        Random random = new Random(1);
        Map<Integer, Integer> model = new HashMap<>();
        for (int item = 0; item < 200_000; item++) {
            int id = random.nextInt(100_000) * 65_536 + random.nextInt(2);
            lanes.named(item < 50_000 ? "a" : "b");
            int expected = model.getOrDefault(id == 0 ? 1 : id, IdLanes.NONE);
            int lane = lanes.lane(id);
            // A router's choice is a function of the id where there is one name.
            int chosen = item < 50_000 ? Math.floorMod(id, 11) : random.nextInt(11);
            if (item >= 50_000) {
                assertThat(lane).isEqualTo(expected);
            }
            if (lane == IdLanes.NONE) {
                lanes.take(id, chosen);
                model.putIfAbsent(id == 0 ? 1 : id, chosen);
            }
        }
    }
}
