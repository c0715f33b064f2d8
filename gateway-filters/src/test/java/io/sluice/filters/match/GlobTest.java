package io.sluice.filters.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

    @ParameterizedTest
    @CsvSource({"*,''", "*,abc", "a*,a", "a*c,abbbc", "*b*,abc", "a*b*c,aXbYbZc", "**,x", "a.c,a.c", "*/*,*/*"})
    void matches(String pattern, String text) {
        assertThat(Glob.matches(pattern, text)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"a,A", "a*,ba", "*a,ab", "a*c,abd", "a.c,abc", "'',a", "a,''", "a*b*c,acb"})
    void doesNotMatch(String pattern, String text) {
        assertThat(Glob.matches(pattern, text)).isFalse();
    }

    @Test
    void staysFastOnInputThatMakesNaiveMatchersBacktrack() {
        String text = "a".repeat(20_000);

        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> assertThat(Glob.matches("*a".repeat(50) + "b", text)).isFalse());
    }

    /** Lengths that were multiplied would take hours. */
    @Test
    void staysFastWherePartAndTextAreLongAndAlike() {
        String text = "a".repeat(200_000);
        String part = "a".repeat(100_000);

        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            for (int i = 0; i < 100; i++) {
                assertThat(Glob.matches("*" + part + "b*", text)).isFalse();
                assertThat(Glob.matches("*" + part + "*" + part + "*", text)).isTrue();
                assertThat(Glob.matches("*" + part + "*" + part + "*a", text)).isFalse();
            }
        });
    }

    /** The measure is a regular expression. */
    @Test
    void matchesAsARegularExpressionDoes() {
        Random random = new Random(3);
        for (int run = 0; run < 200_000; run++) {
            String pattern = text(random, "aab*", 12);
            String text = text(random, "aab", 30);

            assertThat(Glob.matches(pattern, text))
                    .as("%s %s", pattern, text)
                    .isEqualTo(text.matches(pattern.replace("*", ".*")));
        }
    }

    private static String text(Random random, String letters, int most) {
        return random.ints(random.nextInt(most + 1), 0, letters.length())
                .mapToObj(letter -> letters.substring(letter, letter + 1))
                .collect(Collectors.joining());
    }
}
