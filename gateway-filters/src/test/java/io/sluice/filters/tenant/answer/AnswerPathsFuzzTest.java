package io.sluice.filters.tenant.answer;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.names.FieldNames;
import io.sluice.filters.tenant.names.Translation;
import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is written for paths is either sent or refused, and what is sent is not much longer. */
@Tag("slow")
class AnswerPathsFuzzTest {

    private static final FieldNames LOGS = FieldNames.under("logs", "baseIndex");
    private static final int MAX_MADE_OF_ONE = 9;
    private static final int MAX_ADDED = 40;
    private static final String ALPHABET = "a.*\\,-_ s\u00e9\ud83d\0n";
    private static final String[] WORDS = {
        "hits", "aggregations", "_source", "fields", "inner_hits", "_nested", "**", "*", ".", ".", ".", ",", "-", "\\"
    };

    @FuzzTest
    void judgesAnyText(FuzzedDataProvider data) {
        judge(data.consumeRemainingAsString());
    }

    @Test
    void judgesRandomTexts() {
        long seed = System.nanoTime();
        RandomGenerator random = new Random(seed);
        for (int i = 0; i < 5000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(20); length > 0; length--) {
                if (random.nextBoolean()) {
                    text.append(WORDS[random.nextInt(WORDS.length)]);
                } else {
                    text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
                }
            }
            try {
                judge(text.toString());
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
    }

    // What took squares of the length would take hours.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "**.",
                "*.",
                "hits.",
                "inner_hits.",
                "hits.hits.inner_hits.c.",
                "a*",
                "*",
                ".",
                "\\.",
                ",",
                "-",
                "aggregations.*.",
                "_source.n,",
                "**.n,",
                "-**.n,",
                "a*b*.",
                "**.**.n,"
            })
    void takesLongTextsAsFast(String part) {
        String text = part.repeat(200_000 / part.length());

        Assertions.assertTimeoutPreemptively(Duration.ofMinutes(1), () -> judge(text));
    }

    private static void judge(String text) {
        for (AnswerKind kind : new AnswerKind[] {AnswerKind.SEARCH, AnswerKind.DOCUMENT, AnswerKind.BULK}) {
            for (FieldNames fields : new FieldNames[] {LOGS, LOGS.ofNone()}) {
                Translation translation = AnswerPaths.of(kind, fields, text);

                if (translation instanceof Translation.Physical physical) {
                    long paths = text.chars().filter(c -> c == ',').count() + 1;
                    assertThat((long) physical.name().length())
                            .isLessThanOrEqualTo(MAX_MADE_OF_ONE * (text.length() + MAX_ADDED * paths));
                } else {
                    assertThat(((Translation.Refused) translation).status()).isEqualTo(403);
                }
            }
        }
    }
}
