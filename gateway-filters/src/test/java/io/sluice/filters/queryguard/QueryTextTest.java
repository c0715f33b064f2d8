package io.sluice.filters.queryguard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*a", "?a", "**", "a *b", "f:*b", "f: *b", "+*b", "-?b", "!*b", "NOT *b", "(*b)", "f:(a *b)", "a^2*b", "a~1*b",
                "\"a\"*b", "[a TO b]*c", "[a TO b\\] *c", "[\"a\\\" TO b] *c", "{a TO b}*c", "/a/*b", "a&&b || *c", "\"a\\\"\" *b",
                "[\"a]\" TO c] *b \"x\"", "a\u3000*b", "a\t*b", "/a\\/b/ *c"
            })
    void seesALeadingWildcard(String text) {
        assertThat(QueryText.classic(text).hasLeadingWildcard()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a*", "*", "*:*", "f:*", "\\*a", "\"*a\"", "a?b", "[* TO 5]", "a^2", "\"a *b\"", "f:\\?a", "a\\ *b", "", "\\", "+", "["
            })
    void seesNoLeadingWildcardWhereThereIsNone(String text) {
        assertThat(QueryText.classic(text).hasLeadingWildcard()).isFalse();
    }

    @Test
    void countsCharactersBeforeTheFirstWildcard() {
        assertThat(QueryText.classic("abc* ab\\*d*").shortest()).isEqualTo(3);
        assertThat(QueryText.classic("abc").shortest()).isEqualTo(QueryText.NO_PREFIX);
        assertThat(QueryText.pattern("\uD83D\uDE00a?").shortest()).isEqualTo(2);
        assertThat(QueryText.simple("abc* +de* f").shortest()).isEqualTo(2);
        assertThat(QueryText.simple("a *").shortest()).isZero();
        assertThat(QueryText.simple("*").shortest()).isEqualTo(QueryText.NO_PREFIX);
        assertThat(QueryText.simple("ab\\*").shortest()).isEqualTo(QueryText.NO_PREFIX);
    }

    @Test
    void countsTerms() {
        assertThat(QueryText.classic("a AND f:b \"c d\" [1 TO 2] /e/").terms()).isEqualTo(7);
        assertThat(QueryText.simple("a +b | \"c\"").terms()).isEqualTo(3);
    }

    @Test
    void findsTheLastWord() {
        assertThat(QueryText.lastWord("quick brown f")).isEqualTo(1);
        assertThat(QueryText.lastWord("quick bro. ")).isEqualTo(3);
        assertThat(QueryText.lastWord("")).isZero();
    }
}
