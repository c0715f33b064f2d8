package io.sluice.filters.queryguard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class QueryTextTest {

    private static final String[] PIECES = {
        "a",
        "bc",
        "\uD83D\uDE00",
        " ",
        "\t",
        "\f",
        "\u3000",
        "*",
        "?",
        "\\",
        "\"",
        "/",
        "[",
        "]",
        "{",
        "}",
        " TO ",
        "~",
        "~2",
        "^",
        "^2",
        "1",
        ".5",
        ":",
        "f:",
        "\\u0061",
        "\\u006",
        "(",
        ")",
        "+",
        "-",
        "!",
        "&&",
        "||",
        "&",
        "|",
        " AND ",
        " OR ",
        " NOT ",
        "*b",
        "b*",
        "?b",
        "*:*",
        "_exists_:"
    };

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*a",
                "?a",
                "**",
                "a *b",
                "f:*b",
                "f: *b",
                "+*b",
                "-?b",
                "!*b",
                "NOT *b",
                "(*b)",
                "f:(a *b)",
                "a^2*b",
                "a~1*b",
                "\"a\"*b",
                "[a TO b]*c",
                "[a TO b\\] *c",
                "[\"a\\\" TO b] *c",
                "{a TO b}*c",
                "/a/*b",
                "a&&b || *c",
                "\"a\\\"\" *b",
                "[\"a]\" TO c] *b \"x\"",
                "a\u3000*b",
                "a\t*b",
                "/a\\/b/ *c"
            })
    void seesALeadingWildcard(String text) {
        assertThat(QueryText.classic(text).hasLeadingWildcard()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a*",
                "*",
                "*:*",
                "f:*",
                "\\*a",
                "\"*a\"",
                "a?b",
                "[* TO 5]",
                "a^2",
                "\"a *b\"",
                "f:\\?a",
                "a\\ *b",
                "",
                "\\",
                "+",
                "["
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

    @Test
    void seesWhateverLuceneSees() {
        long seed = RandomGenerator.getDefault().nextLong();
        Random random = new Random(seed);
        int parsed = 0;
        for (int i = 0; i < 40_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n >= 0; n--) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            parsed += isSeenAsByLucene(text.toString(), seed) ? 1 : 0;
        }
        assertThat(parsed).isGreaterThan(1_000);
    }

    // What Lucene does not take, servers refuse.
    private static boolean isSeenAsByLucene(String text, long seed) {
        LuceneFindings expected = LuceneFindings.of(text);
        if (expected != null) {
            QueryText read = QueryText.classic(text);
            String each = "[" + text + "] with seed " + seed;
            assertThat(read.hasLeadingWildcard() || !expected.leadingWildcard)
                    .as(each)
                    .isTrue();
            assertThat(read.hasRegexp() || !expected.regexp).as(each).isTrue();
            assertThat(read.isFuzzy() || !expected.fuzzy).as(each).isTrue();
            assertThat(read.shortest()).as(each).isLessThanOrEqualTo(expected.shortest);
        }
        return expected != null;
    }
}
