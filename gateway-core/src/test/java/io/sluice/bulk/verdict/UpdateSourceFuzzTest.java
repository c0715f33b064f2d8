package io.sluice.bulk.verdict;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A source that is read while it comes, and shown to the parser in part, is judged as the same source at its end. */
class UpdateSourceFuzzTest {

    private static final int LONGEST = 1024;
    /** The strings that are longer than these are not shown whole. */
    private static final int SHOWN = 32 << 10;

    private static final List<BulkGrammar> GRAMMARS = List.of(
            BulkGrammar.ELASTICSEARCH_7,
            BulkGrammar.ELASTICSEARCH_8,
            BulkGrammar.ELASTICSEARCH_9,
            BulkGrammar.OPENSEARCH_2,
            BulkGrammar.OPENSEARCH_3);

    /** What was decided; reasons name what is wrong in words of the parser, which differ. */
    private record Verdict(int status, boolean script, boolean doc, boolean upsert, boolean docAsUpsert) {}

    @FuzzTest
    void judgesWhatComesInPiecesAsWhatComesAtOnce(FuzzedDataProvider data) {
        int seed = data.consumeInt();
        BulkGrammar grammar = data.pickValue(GRAMMARS);
        boolean update = data.consumeBoolean();
        String text = data.consumeRemainingAsString();
        compare(grammar, update ? "{\"doc\":{\"a\":" + text + "}}" : text, seed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"doc\":{\"a\":\"^\\ud83d\\ude00~\",\"b\":1}}",
                "{\"doc\":{\"a\":\"^😀~\"},\"doc_as_upsert\":true}",
                "{\"script\":{\"source\":\"^\\\\~\",\"params\":{\"a\":[\"~\\\"\"]}},\"upsert\":{}}",
                "{\"doc\":{\"a\":\"~\\u00e1\\n\"},\"if_seq_no\":\"~\"}",
                "{\"doc\":{\"a\":\"~\",\"a\":1}}",
                "{\"doc\":{\"a\":\"~\ud83d\"}}"
            })
    void judgesStringsThatAreCutAtOddPlaces(String text) {
        for (BulkGrammar grammar : GRAMMARS) {
            for (int seed = 0; seed < 20; seed++) {
                compare(grammar, text, seed);
            }
        }
    }

    private static void compare(BulkGrammar grammar, String text, int seed) {
        if (text.length() > LONGEST
                || text.chars().filter(c -> c == '~' || c == '^').count() > 4) {
            return;
        }
        RandomGenerator random = new Random(seed);
        byte[] bytes = text.replace("~", "x".repeat(SHOWN + random.nextInt(100)))
                .replace("^", "y".repeat(SHOWN - random.nextInt(16)))
                .getBytes(UTF_8);
        Verdict whole = read(new UpdateSource(grammar, 1 << 20), bytes, bytes.length, random);
        for (int most : new int[] {1 << 14, 100_000}) {
            Verdict inPieces = read(new UpdateSource(grammar, 0), bytes, most, random);
            // Names and numbers are bounded in long sources only.
            if (inPieces.status() != 413) {
                assertThat(inPieces).as("%s by %s", text, grammar).isEqualTo(whole);
            }
        }
    }

    private static Verdict read(UpdateSource source, byte[] bytes, int most, RandomGenerator random) {
        source.begin(new BulkControls());
        int from = 0;
        while (bytes.length - from > most) {
            int size = 1 + random.nextInt(most);
            source.piece(bytes, from, from + size);
            from += size;
        }
        @Nullable Malformed refusal = source.end(bytes, from, bytes.length);
        UpdateSourceReader content = source.content();
        return refusal == null
                ? new Verdict(200, content.hasScript(), content.hasDoc(), content.hasUpsert(), content.isDocAsUpsert())
                : new Verdict(refusal.status(), false, false, false, false);
    }
}
