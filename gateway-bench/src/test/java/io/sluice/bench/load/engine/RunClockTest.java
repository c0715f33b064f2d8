package io.sluice.bench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RunClockTest {
    private final RunClock clock = new RunClock(
            LoadOptions.closed(new InetSocketAddress("127.0.0.1", 1), 1, Duration.ZERO, Duration.ofHours(1)));

    @Test
    void doesNotRunBeforeALoopBegins() {
        long before = System.nanoTime();

        clock.begin();

        assertThat(clock.now()).isLessThanOrEqualTo(System.nanoTime() - before);
    }

    @Test
    void isNotWarmBeforeALoopBegins() throws Exception {
        AtomicBoolean beginning = new AtomicBoolean();
        CountDownLatch waiting = new CountDownLatch(1);
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<Boolean> warmAfterwards = other.submit(() -> {
                waiting.countDown();
                clock.awaitWarm();
                return beginning.get();
            });
            waiting.await();

            beginning.set(true);
            clock.begin();

            assertThat(warmAfterwards.get(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void goesOnWhenAnotherLoopBegins() {
        clock.begin();
        long first = System.nanoTime();

        clock.begin();

        long between = System.nanoTime() - first;
        assertThat(clock.now()).isGreaterThanOrEqualTo(between);
    }
}
