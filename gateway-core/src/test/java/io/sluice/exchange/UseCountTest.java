package io.sluice.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UseCountTest {

    private final UseCount uses = new UseCount();
    private final AtomicInteger ended = new AtomicInteger();

    @Test
    void tellsOnceWhenTheLastRequestHasEnded() {
        uses.enter();
        uses.enter();
        uses.retire(ended::incrementAndGet);
        uses.leave();
        assertThat(ended).hasValue(0);

        uses.leave();
        assertThat(ended).hasValue(1);
    }

    @Test
    void tellsAtOnceIfNothingRuns() {
        uses.enter();
        uses.leave();
        uses.retire(ended::incrementAndGet);

        assertThat(ended).hasValue(1);
    }

    @Test
    void letsNothingBeginAfterTheEnd() {
        uses.retire(ended::incrementAndGet);

        assertThat(uses.enter()).isFalse();
        assertThat(uses.requests()).isZero();
    }

    @Test
    void letsRequestsBeginWhileOthersRun() {
        uses.enter();
        uses.retire(ended::incrementAndGet);

        assertThat(uses.enter()).isTrue();
        uses.leave();
        uses.leave();
        assertThat(ended).hasValue(1);
    }
}
