package io.sluice.api.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VerifiedCacheTest {

    private Instant now = Instant.EPOCH;

    private VerifiedCache<String> cache(Duration lifetime) {
        return new VerifiedCache<>(() -> now, lifetime, 10);
    }

    private static ByteBuffer hash(int number) {
        return ByteBuffer.allocate(4).putInt(number).flip();
    }

    @Test
    void forgetsAfterItsLifetime() {
        VerifiedCache<String> cache = cache(Duration.ofSeconds(60));
        cache.add(hash(1), "alice");

        now = now.plusMillis(59_999);
        assertThat(cache.get(hash(1))).isEqualTo("alice");

        now = now.plusMillis(1);
        assertThat(cache.get(hash(1))).isNull();
        assertThat(cache.knows(hash(1))).isTrue();
    }

    @Test
    void trustsNothingForNoTime() {
        VerifiedCache<String> cache = cache(Duration.ZERO);
        cache.add(hash(1), "alice");

        assertThat(cache.get(hash(1))).isNull();
    }

    @Test
    void neverHoldsMoreThanItsLimit() {
        VerifiedCache<String> cache = cache(Duration.ofSeconds(60));

        IntStream.range(0, 1000).forEach(i -> cache.add(hash(i), "user " + i));

        assertThat(IntStream.range(0, 1000).filter(i -> cache.get(hash(i)) != null))
                .hasSize(10);
        assertThat(cache.get(hash(999))).isEqualTo("user 999");
    }
}
