package io.sluice.filters.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
}
