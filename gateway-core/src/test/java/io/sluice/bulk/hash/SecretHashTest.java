package io.sluice.bulk.hash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretHashTest {

    private final SecretHash hash = new SecretHash();

    /** The vectors of the reference implementation: the secret and the text are bytes that count up from 0. */
    @ParameterizedTest
    @CsvSource({
        "0, 726fdb47dd0e0e31",
        "2, 0d6c8009d9a94f5a",
        "8, 93f5f5799a932462",
        "14, f723ca908e7af2ee",
        "62, e51b38608ef25f57"
    })
    void isSipHash(int bytes, String expected) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < bytes; i += 2) {
            text.append((char) (i | i + 1 << 8));
        }
        SecretHash.Sum sum = new SecretHash.Sum(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);

        sum.add(text.toString());

        assertThat(sum.finished()).isEqualTo(Long.parseUnsignedLong(expected, 16));
    }

    @Test
    void isTheSameForEqualTexts() {
        assertThat(hash.of("logs", "a-1")).isEqualTo(hash.of(new String("logs"), new String("a-1")));
    }

    @Test
    void saysWhereOneTextEnds() {
        assertThat(hash.of("logs", "a")).isNotEqualTo(hash.of("log", "sa"));
    }

    @Test
    void isAnotherWithAnotherSecret() {
        assertThat(hash.of("logs", "a")).isNotEqualTo(new SecretHash().of("logs", "a"));
    }
}
