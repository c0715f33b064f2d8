package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClusterSignsTest {
    private final AtomicLong recoveries = new AtomicLong();
    private final ClusterSigns signs = new ClusterSigns(recoveries::get);

    @Test
    void aFirstBreakSaysNothing() {
        signs.finished();
        recoveries.incrementAndGet();

        assertThat(ClusterSigns.between(null, signs.brokenOff())).isEqualTo(ClusterSigns.Sign.NONE);
    }

    @Test
    void aClusterThatFinishesOtherItemsWorks() {
        ClusterSigns.Seen before = signs.brokenOff();
        signs.brokenOff();
        signs.finished();

        assertThat(ClusterSigns.between(before, signs.brokenOff())).isEqualTo(ClusterSigns.Sign.WORKS);
    }

    @Test
    void aNodeThatAnswersAgainIsASignUnlessOtherItemsBreakOffAsWell() {
        ClusterSigns.Seen first = signs.brokenOff();
        recoveries.incrementAndGet();
        ClusterSigns.Seen second = signs.brokenOff();
        recoveries.incrementAndGet();
        signs.brokenOff();
        ClusterSigns.Seen third = signs.brokenOff();

        assertThat(ClusterSigns.between(first, second)).isEqualTo(ClusterSigns.Sign.ANSWERS);
        assertThat(ClusterSigns.between(second, third)).isEqualTo(ClusterSigns.Sign.BREAKS_OFF);
    }

    @Test
    void aClusterThatIsAwayShowsNothing() {
        ClusterSigns.Seen before = signs.brokenOff();

        assertThat(ClusterSigns.between(before, signs.brokenOff())).isEqualTo(ClusterSigns.Sign.NONE);
    }
}
