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
        return new VerifiedCache<>(() -> now, lifetime, 10, 3);
    }

    private static ByteBuffer hash(int number) {
        return ByteBuffer.allocate(4).putInt(number).flip();
    }

    @Test
    void forgetsAfterItsLifetime() {
        VerifiedCache<String> cache = cache(Duration.ofSeconds(60));
        cache.add(hash(1), "alice", "found");

        now = now.plusMillis(59_999);
        assertThat(cache.get(hash(1))).isEqualTo("found");

        now = now.plusMillis(1);
        assertThat(cache.get(hash(1))).isNull();
        assertThat(cache.owner(hash(1))).isEqualTo("alice");
    }

    @Test
    void trustsNothingForNoTime() {
        VerifiedCache<String> cache = cache(Duration.ZERO);
        cache.add(hash(1), "alice", "found");

        assertThat(cache.get(hash(1))).isNull();
    }

    @Test
    void neverHoldsMoreThanItsLimit() {
        VerifiedCache<String> cache = cache(Duration.ofSeconds(60));

        IntStream.range(0, 1000).forEach(i -> cache.add(hash(i), "user " + i, "found " + i));

        assertThat(IntStream.range(0, 1000).filter(i -> cache.get(hash(i)) != null))
                .hasSize(10);
        assertThat(cache.get(hash(999))).isEqualTo("found 999");
    }

    @Test
    void leavesToOthersWhatOneOwnerCannotFill() {
        VerifiedCache<String> cache = cache(Duration.ofSeconds(60));
        cache.add(hash(0), "bob", "bob's");

        IntStream.range(1, 1000).forEach(i -> cache.add(hash(i), "alice", "found " + i));

        assertThat(cache.size()).isEqualTo(4);
        assertThat(cache.get(hash(0))).isEqualTo("bob's");
        assertThat(IntStream.range(1, 1000).filter(i -> cache.get(hash(i)) != null))
                .containsExactly(997, 998, 999);
    }

    @Test
    void countsCredentialsForWhoeverHasThemNow() {
        VerifiedCache<String> cache = cache(Duration.ofSeconds(60));
        cache.add(hash(1), "alice", "found");
        cache.add(hash(1), "bob", "found");
        IntStream.range(2, 5).forEach(i -> cache.add(hash(i), "alice", "found"));

        assertThat(cache.owner(hash(1))).isEqualTo("bob");
        assertThat(cache.size()).isEqualTo(4);
    }

    @Test
    void forgetsWhatItIsToldTo() {
        VerifiedCache<String> cache = cache(Duration.ofSeconds(60));
        cache.add(hash(1), "alice", "found");

        cache.remove(hash(1));
        cache.remove(hash(2));

        assertThat(cache.owner(hash(1))).isNull();
        assertThat(cache.size()).isZero();
    }
}
