package io.sluice.filters.tenant.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LuceneExpressionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "abc; 0",
                ".*error.*; 0",
                "a|b|c; 0",
                "[a-z]{3}; 3",
                "[0-9a-f]{8}-[0-9a-f]{4}; 12",
                "(ab){10}; 20",
                "((ab){10}){10}; 220",
                "a{2,5}; 5",
                "a{3,}; 3",
                // sixteen optional parts, each joined with those before it
                "a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?; 120",
                "(.?){100}; 5100",
                "(.?){0,100}; 5100",
                ".{0,100}; 5100",
                "(a*b*){10}; 221"
            })
    void costsWhatIsCopiedAndJoined(String expression, long cost) {
        assertThat(LuceneExpression.cost(expression)).isEqualTo(cost);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(.?){999}",
                "(.?){999}&a0",
                "((.?){50}){50}",
                "((((a{100}){100}){100}){100})",
                "x|(y|(.?){999})",
                ")(.?){999}",
                "[]{9}](.?){999}",
                "[^]](.?){999}",
                "\\[(.?){999}",
                "\"(.?){999}\"",
                "(@){999}",
                "(){999}",
                "(a|b*){999}",
                "a{999}{999}",
                ".{0,99999999999999}"
            })
    void isTooMuch(String expression) {
        assertThat(LuceneExpression.cost(expression)).isGreaterThan(LuceneExpression.MOST_COST);
    }

    /** Servers take these, and a second of CPU for each shard. */
    @Test
    void isTooMuchThoughItIsShort() {
        List<String> expressions = List.of(
                "(a{900}".repeat(100) + ")".repeat(100),
                "a{999}".repeat(100),
                "(".repeat(100) + "a{900}" + ")b{900}".repeat(99) + ")",
                "(a{450}".repeat(50) + ")".repeat(50));
        assertThat(expressions)
                .allSatisfy(expression ->
                        assertThat(LuceneExpression.cost(expression)).isGreaterThan(LuceneExpression.MOST_COST));
    }

    @Test
    void isNotTooMuchForWhatPeopleSearchWith() {
        List<String> expressions = List.of(
                ".{0,190}error.{0,20}",
                "(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})){3}",
                "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
                "([A-Za-z0-9_.-]{1,64})@([a-z0-9-]{1,63}\\.){1,4}[a-z]{2,24}");
        assertThat(expressions)
                .allSatisfy(expression ->
                        assertThat(LuceneExpression.cost(expression)).isLessThan(LuceneExpression.MOST_COST));
    }

    @Test
    void isFoundInQueriesBetweenSlashes() {
        assertThat(LuceneExpression.costIn("a b (.?){999} /c")).isZero();
        assertThat(LuceneExpression.costIn("a:/[0-9]{4}/ OR b:/y{6}/")).isEqualTo(10);
        assertThat(LuceneExpression.costIn("a:\\/x{9}\\/")).isZero();
        assertThat(LuceneExpression.costIn("a:/b/ OR x{9} OR c:/d/"))
                .as("text between two of them counts, too")
                .isEqualTo(9);
        assertThat(LuceneExpression.costIn("/ OR f:/(.?){999}/")).isGreaterThan(LuceneExpression.MOST_COST);
    }

    /** Whatever a client sends, the estimate comes soon. */
    @Test
    void readsAnything() {
        SplittableRandom random = new SplittableRandom(7);
        String alphabet = "ab.?*+{}()[]|&~@#\"\\,0123456789^-";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(60); length > 0; length--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            assertThat(LuceneExpression.cost(text.toString())).isNotNegative();
        }
        assertThat(LuceneExpression.cost("(".repeat(30_000))).isGreaterThan(LuceneExpression.MOST_COST);
        assertThat(LuceneExpression.cost(")".repeat(30_000))).isZero();
        assertThat(LuceneExpression.cost("{".repeat(30_000))).isNotNegative();
    }
}
