package io.sluice.filters.tenant.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Judged harmless is what Java's own engine comes back from. */
@Tag("slow")
class JavaPatternTest {

    private static final int LENGTH = 20_000;
    private static final int MOST_WAYS = 10_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\\W+",
                "[,;\\s]+",
                ",",
                "\\d{3}-\\d{2,4}",
                "(\\d{1,20})-(?=\\d)",
                "[^\\p{L}\\d]+",
                "(?i)abc|[\\u4e00-\\u9fa5]",
                "(?<word>\\w+)|(?:x)?",
                "([^\\p{L}\\d]+)|(?<=\\D)(?=\\d)|(?<=\\d)(?=\\D)|(?<=[\\p{L}&&[^\\p{Lu}]])(?=\\p{Lu})"
                        + "|(?<=\\p{Lu})(?=\\p{Lu}[\\p{L}&&[^\\p{Lu}]])",
                "a{2}b?c{0,3}.*"
            })
    void isHarmless(String pattern) {
        assertThat(JavaPattern.isHarmless(pattern)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a|b)*",
                "[a[b](.?){999}]",
                "[a[b].{0,999}]",
                "(a)+",
                "(a){2}",
                "(?:a|b)*c",
                "a+b",
                "(a+)b",
                "(a+|c)b",
                "\\s+$",
                "\\s*[,|]",
                "(?=a+)",
                "(?<!a*)b",
                "a?a?a?a?a?a?a?a?a?a?a?a?a?a?",
                "a{0,100}b{0,100}",
                "a{1,99999}",
                "a**",
                "(a)\\1",
                "\\Q(a)*",
                "(?x)(a) *",
                "(?#",
                "[]a]",
                "[a&&]b]",
                "[a",
                "(a",
                "a)",
                "\\",
                "+",
                "{1}",
                "\\k<a>"
            })
    void isNot(String pattern) {
        assertThat(JavaPattern.isHarmless(pattern)).isFalse();
    }

    @Test
    void isNotTooLongOrDeep() {
        assertThat(JavaPattern.isHarmless("a".repeat(1000))).isTrue();
        assertThat(JavaPattern.isHarmless("a".repeat(1001))).isFalse();
        assertThat(JavaPattern.isHarmless("(".repeat(20) + ")".repeat(20))).isTrue();
        assertThat(JavaPattern.isHarmless("(".repeat(21) + ")".repeat(21))).isFalse();
    }

    @Test
    void knowsFlags() {
        assertThat(List.of("", "DOTALL", "CASE_INSENSITIVE|UNICODE_CASE")).allMatch(JavaPattern::areFlags);
        assertThat(List.of("COMMENTS", "DOTALL|", "|", "dotall", "LITERAL", "DOTALL|COMMENTS", " DOTALL"))
                .noneMatch(JavaPattern::areFlags);
    }

    /** Random expressions, each on texts that repeat what it may repeat. */
    @Test
    void javasEngineComesBackFromWhatIsHarmless() {
        String[] tokens = {
            "a", "b", ".", "[ab]", "[^a]", "\\w", "(", "(", "(?:", "(?=", "(?!", "(?<=", "(?>", ")", ")", ")", "|", "?",
            "*", "+", "*?", "++", "{1,3}", "{2,}", "^", "$", "\\b", "(?i)"
        };
        String[] texts = {
            "a".repeat(LENGTH), "ab".repeat(LENGTH / 2), "aab".repeat(LENGTH / 3), "a".repeat(LENGTH - 1) + "c"
        };
        Random random = new Random(7);
        int harmless = 0;
        for (int i = 0; i < 60_000; i++) {
            StringBuilder written = new StringBuilder();
            for (int length = 1 + random.nextInt(9); length > 0; length--) {
                written.append(tokens[random.nextInt(tokens.length)]);
            }
            Pattern pattern = compiled(written.toString());
            if (pattern == null || !JavaPattern.isHarmless(written.toString())) {
                continue;
            }
            harmless++;
            CountedText text = new CountedText(texts[i % texts.length]);
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                text.found++;
            }
            assertThat(text.reads).as(written.toString()).isLessThan(40L * LENGTH * 200);
        }
        assertThat(harmless).isGreaterThan(3000);
    }

    private static Pattern compiled(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            return null;
        }
    }

    /** Counts how often the engine looks at a character. */
    private static final class CountedText implements CharSequence {
        private final String text;
        private long reads;
        private int found;

        private CountedText(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (++reads > (long) LENGTH * MOST_WAYS) {
                throw new AssertionError("does not come back after " + found);
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }
    }
}
