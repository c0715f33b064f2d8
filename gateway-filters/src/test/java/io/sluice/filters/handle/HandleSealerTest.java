package io.sluice.filters.handle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandleSealerTest {

    private static final Duration DAY = Duration.ofDays(1);

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final HandleSealer sealer = sealer(key(1));

    private static byte[] key(int fill) {
        byte[] key = new byte[HandleSealer.KEY_BYTES];
        Arrays.fill(key, (byte) fill);
        return key;
    }

    private HandleSealer sealer(byte[]... keys) {
        return new HandleSealer(List.of(keys), DAY, clock);
    }

    @Test
    void opensForTheSameTenantAndPurpose() {
        String handle = sealer.seal("acme", HandleKind.SCROLL, "DnF1ZXJ5é");

        assertThat(sealer.open("acme", HandleKind.SCROLL, handle)).isEqualTo("DnF1ZXJ5é");
        assertThat(sealer.open("acme", HandleKind.POINT_IN_TIME, handle)).isNull();
        assertThat(sealer.open("bolt", HandleKind.SCROLL, handle)).isNull();
        assertThat(handle).doesNotContain("DnF1").matches("[A-Za-z0-9_-]+");
    }

    @Test
    void opensNoHandleOfWhichOneBitIsAnother() {
        byte[] bytes = Base64.getUrlDecoder().decode(sealer.seal("acme", HandleKind.SCROLL, "id"));
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] altered = bytes.clone();
            altered[bit / 8] ^= (byte) (1 << bit % 8);
            String handle = Base64.getUrlEncoder().withoutPadding().encodeToString(altered);

            assertThat(sealer.open("acme", HandleKind.SCROLL, handle))
                    .as("bit %d", bit)
                    .isNull();
        }
    }

    @Test
    void opensNothingThatIsNoHandle() {
        for (String text : List.of("", "a", "DnF1ZXJ5VGhlbkZldGNo==", "AQ", "é", "A".repeat(1000))) {
            assertThat(sealer.open("acme", HandleKind.SCROLL, text)).isNull();
        }
    }

    @Test
    void opensNothingThatHasExpired() {
        String handle = sealer.seal("acme", HandleKind.SCROLL, "id");

        clock.advance(DAY);
        assertThat(sealer.open("acme", HandleKind.SCROLL, handle)).isEqualTo("id");
        clock.advance(Duration.ofSeconds(1));
        assertThat(sealer.open("acme", HandleKind.SCROLL, handle)).isNull();
    }

    @Test
    void opensWhatAnOlderKeySealed() {
        String handle = sealer.seal("acme", HandleKind.SCROLL, "id");

        assertThat(sealer(key(2), key(1)).open("acme", HandleKind.SCROLL, handle))
                .isEqualTo("id");
        assertThat(sealer(key(2)).open("acme", HandleKind.SCROLL, handle)).isNull();
    }

    @Test
    void drawsAKeyWhereNoneIsGiven() {
        HandleSealer drawn = sealer();
        String handle = drawn.seal("acme", HandleKind.SCROLL, "id");

        assertThat(drawn.open("acme", HandleKind.SCROLL, handle)).isEqualTo("id");
        assertThat(sealer().open("acme", HandleKind.SCROLL, handle)).isNull();
    }
}
