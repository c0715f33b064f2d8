package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bulk.hash.RoutingHash;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaneChoiceTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 64})
    void documentsOfAnIndexTakeEightLanesAtMost(int lanes) {
        LaneChoice choice = new LaneChoice(lanes);
        for (String index : new String[] {"logs", "events", "a", "ü-index"}) {
            Set<Integer> taken = new TreeSet<>();
            for (int id = 0; id < 1_000; id++) {
                taken.add(choice.lane(RoutingHash.of(index), RoutingHash.of("id" + id)));
            }
            assertThat(taken).hasSize(Math.min(8, lanes)).allMatch(lane -> lane >= 0 && lane < lanes);
        }
    }

    @Test
    void indicesSpreadOverAllLanes() {
        LaneChoice choice = new LaneChoice(64);
        Set<Integer> taken = new TreeSet<>();
        for (int index = 0; index < 200; index++) {
            for (int id = 0; id < 50; id++) {
                taken.add(choice.lane(RoutingHash.of("logs-" + index), RoutingHash.of("id" + id)));
            }
        }

        assertThat(taken).hasSize(64);
    }
}
