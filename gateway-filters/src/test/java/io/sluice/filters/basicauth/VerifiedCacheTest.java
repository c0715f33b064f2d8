package io.sluice.filters.basicauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.SettableClock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VerifiedCacheTest {

    private final SettableClock clock = new SettableClock(Instant.EPOCH);

    private static ByteBuffer hash(int number) {
        return ByteBuffer.allocate(4).putInt(number).flip();
    }

    @Test
    void forgetsAfterItsLifetime() {
        VerifiedCache cache = new VerifiedCache(clock, Duration.ofSeconds(60), 10);
        cache.add(hash(1));

        clock.advance(Duration.ofMillis(59_999));
        assertThat(cache.contains(hash(1))).isTrue();

        clock.advance(Duration.ofMillis(1));
        assertThat(cache.contains(hash(1))).isFalse();
    }

    @Test
    void doesNotRememberAnythingForNoTime() {
        VerifiedCache cache = new VerifiedCache(clock, Duration.ZERO, 10);
        cache.add(hash(1));

        assertThat(cache.contains(hash(1))).isFalse();
    }

    @Test
    void neverHoldsMoreThanItsLimit() {
        VerifiedCache cache = new VerifiedCache(clock, Duration.ofSeconds(60), 10);

        IntStream.range(0, 1000).forEach(i -> cache.add(hash(i)));

        assertThat(IntStream.range(0, 1000).filter(i -> cache.contains(hash(i))))
                .hasSize(10);
        assertThat(cache.contains(hash(999))).isTrue();
    }
}
