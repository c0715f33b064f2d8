package io.sluice.bench.stub.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerQueueTest {
    private static final int PIECES = 400_000;
    private static final int ENDLESS = Integer.MAX_VALUE;

    /** Erlang's formula for arrivals at random and lengths at random before several workers. */
    @ParameterizedTest
    @CsvSource({"1, 0.5", "1, 0.8", "4, 0.7", "12, 0.9"})
    void waitsAsLongAsErlangsFormulaSays(int workers, double load) {
        WorkerQueue queue = new WorkerQueue(workers, ENDLESS);
        SplittableRandom random = new SplittableRandom(7);
        double now = 0;
        double waited = 0;
        for (int i = 0; i < PIECES; i++) {
            now += random.nextExponential() / (load * workers);
            double length = random.nextExponential();
            waited += queue.offer(now, length) - now - length;
        }

        double expected = erlangC(workers, load * workers) / (workers * (1 - load));
        assertThat(waited / PIECES).isCloseTo(expected, within(expected * 0.1));
    }

    /** Pollaczek and Khinchine: lengths that are all alike wait half as long before one worker. */
    @Test
    void waitsHalfAsLongWhereLengthsAreAlike() {
        WorkerQueue queue = new WorkerQueue(1, ENDLESS);
        SplittableRandom random = new SplittableRandom(11);
        double now = 0;
        double waited = 0;
        for (int i = 0; i < PIECES; i++) {
            now += random.nextExponential() / 0.8;
            waited += queue.offer(now, 1) - now - 1;
        }

        assertThat(waited / PIECES).isCloseTo(0.8 / (2 * (1 - 0.8)), within(0.2));
    }

    @Test
    void servesSideBySideAndThenInTurn() {
        WorkerQueue queue = new WorkerQueue(2, ENDLESS);

        assertThat(queue.offer(0, 10)).isEqualTo(10);
        assertThat(queue.offer(1, 4)).isEqualTo(5);
        assertThat(queue.offer(2, 3)).isEqualTo(8);
        assertThat(queue.offer(20, 1)).isEqualTo(21);
        assertThat(queue.worked()).isEqualTo(18);
    }

    @Test
    void refusesWhatFindsNoPlaceAndTakesItLater() {
        WorkerQueue queue = new WorkerQueue(1, 1);
        queue.offer(0, 10);
        queue.offer(0, 10);

        assertThat(queue.offer(9, 10)).isEqualTo(WorkerQueue.REFUSED);
        assertThat(queue.offer(10, 10)).isEqualTo(30);
    }

    private static double erlangC(int workers, double offered) {
        double term = 1;
        double sum = 0;
        for (int i = 0; i < workers; i++) {
            sum += term;
            term *= offered / (i + 1);
        }
        double waiting = term / (1 - offered / workers);
        return waiting / (sum + waiting);
    }
}
