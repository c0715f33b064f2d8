package io.sluice.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.upstream.TestPools.Keeping;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Two event loops that share four connections to a node. */
class PoolsOfLoopsTest {
    private static final int MOST = 4;

    private TestPools pools;

    @BeforeEach
    void start() throws Exception {
        pools = TestPools.open(2, "pool: { maxConnectionsPerNode: " + MOST + ", acquireTimeout: 60s }");
    }

    @AfterEach
    void stop() throws Exception {
        pools.close();
    }

    private List<UpstreamConnection> take(int loop, int number) throws Exception {
        List<UpstreamConnection> taken = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            taken.add(pools.ask(loop, null).get());
        }
        return taken;
    }

    @Test
    void aLoopWhoseConnectionsAreInUseGetsWhatAnotherDoesNotUse() throws Exception {
        List<UpstreamConnection> used = take(0, MOST - 1);
        take(1, 1);
        for (UpstreamConnection each : used) {
            pools.onLoop(0, each::releaseUnused);
        }
        for (int i = 0; i < MOST - 1; i++) {
            assertThat(pools.ask(1, null).get()).isNotNull();
        }
        assertThat(pools.node().connections()).isEqualTo(MOST);
        assertThat(pools.node().inFlight()).isEqualTo(MOST);
    }

    @Test
    void aLoopThatWaitsGetsWhatAnotherGivesBackLater() throws Exception {
        List<UpstreamConnection> used = take(0, MOST - 1);
        take(1, 1);
        Keeping waiting = pools.ask(1, null);
        assertThat(waiting.connection()).isNotDone();
        pools.onLoop(0, used.getFirst()::releaseUnused);
        assertThat(waiting.get()).isNotNull();
    }

    @RepeatedTest(20)
    void aLoopThatHasNoneGetsOneThatAnotherGivesBack() throws Exception {
        List<UpstreamConnection> used = take(0, MOST);
        Keeping waiting = pools.ask(1, null);
        Keeping own = pools.ask(0, null);
        pools.onLoop(0, used.getFirst()::releaseUnused);
        assertThat(waiting.get()).isNotNull();
        assertThat(own.connection()).isNotDone();
    }
}
