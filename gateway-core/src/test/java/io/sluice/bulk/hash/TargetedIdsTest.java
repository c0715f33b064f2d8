package io.sluice.bulk.hash;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TargetedIdsTest {

    @Test
    void drawsIdsWhoseHashIsWantedAndNoneTwice() {
        TargetedIds ids = new TargetedIds(new SecureRandom());
        Set<String> drawn = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            int shard = i % 30;
            String id = new String(ids.draw(HashRange.of(960, shard * 32, 32)), US_ASCII);

            assertThat(id).matches("[A-Za-z0-9_-]{20}");
            assertThat(Math.floorMod(RoutingHash.of(id), 960) / 32).isEqualTo(shard);
            assertThat(drawn.add(id)).as(id).isTrue();
        }
    }

    @Test
    void knowsTheSlotsOfEveryHash() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000_000; i++) {
            int slots = 1 + random.nextInt(i % 2 == 0 ? 2_000 : Integer.MAX_VALUE - 1);
            int from = random.nextInt(slots);
            int count = 1 + random.nextInt(slots - from);
            int hash = i % 16 == 0 ? Integer.MIN_VALUE + i % 3 : random.nextInt();
            int slot = Math.floorMod(hash, slots);
            assertThat(HashRange.of(slots, from, count).has(hash))
                    .as("seed %d: %d of %d in %d + %d", seed, hash, slots, from, count)
                    .isEqualTo(slot >= from && slot < from + count);
        }
    }

    @Test
    void drawsAnotherBeginningWhenAllEndsOfOneWereTried() {
        TargetedIds ids = new TargetedIds(new SecureRandom());
        HashRange any = HashRange.of(960, 0, 960);
        String first = new String(ids.draw(any), US_ASCII);
        for (int i = 1; i < 1 << 24; i++) {
            ids.draw(any);
        }

        assertThat(new String(ids.draw(any), US_ASCII).substring(0, 16)).isNotEqualTo(first.substring(0, 16));
    }
}
