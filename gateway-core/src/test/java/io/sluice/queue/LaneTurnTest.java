package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sluice.upstream.Guarded;
import io.sluice.upstream.GuardedLoop;
import io.sluice.upstream.SlotUse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LaneTurnTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final EventLoop loop = channel.eventLoop();
    private final Permits permits = new Permits(1);
    private int granted;

    private LaneTurn turn() {
        Guarded guarded = thrown -> {
            throw new AssertionError(thrown);
        };
        return new LaneTurn(permits, new GuardedLoop(loop, guarded), () -> granted++);
    }

    private void run() {
        channel.runPendingTasks();
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void aTurnThatEndsGoesToTheNext() {
        LaneTurn first = turn();
        LaneTurn second = turn();
        first.ask();
        second.ask();
        run();
        assertThat(first.isMine()).isTrue();
        assertThat(second.isMine()).isFalse();

        first.used(SlotUse.Refused.INSTANCE);
        first.end();
        first.end();
        run();

        assertThat(first.isMine()).isFalse();
        assertThat(second.isMine()).isTrue();
        assertThat(granted).isEqualTo(2);
        assertThat(permits.taken()).isEqualTo(1);
    }

    @Test
    void whatIsNoLongerWantedIsGivenBack() {
        LaneTurn first = turn();
        LaneTurn gone = turn();
        first.ask();
        gone.ask();
        run();

        gone.end();
        first.end();
        run();

        assertThat(gone.isMine()).isFalse();
        assertThat(granted).isEqualTo(1);
        assertThat(permits.taken()).isZero();
    }

    @Test
    void whatCameOfABulkWithoutATurnIsOfNoAccount() {
        LaneTurn turn = turn();
        turn.ask();
        run();
        turn.end();

        turn.used(SlotUse.Refused.INSTANCE);
        turn.ask();
        run();
        turn.end();

        assertThat(permits.limit()).isEqualTo(1);
        assertThat(granted).isEqualTo(2);
    }
}
