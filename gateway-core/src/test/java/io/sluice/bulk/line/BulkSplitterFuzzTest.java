package io.sluice.bulk.line;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sluice.api.BulkDefaults;
import io.sluice.bulk.verdict.BulkGrammar;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

class BulkSplitterFuzzTest {

    private static final int LONGEST = 4096;
    private static final BulkDefaults NO_DEFAULTS = new BulkDefaults(null, null, null);
    private static final List<BulkGrammar> GRAMMARS = List.of(
            BulkGrammar.ELASTICSEARCH_7,
            BulkGrammar.ELASTICSEARCH_8,
            BulkGrammar.ELASTICSEARCH_9,
            BulkGrammar.OPENSEARCH_2,
            BulkGrammar.of("", "8.0.1"));

    /** The first byte chooses the server, the others are the bulk. */
    @FuzzTest
    void judgesAndSplitsABulkAlikeAtEveryCutAndLosesNothingOfIt(byte[] data) {
        if (data.length == 0 || data.length > LONGEST) {
            return;
        }
        BulkGrammar grammar = GRAMMARS.get((data[0] & 0xff) % GRAMMARS.size());
        byte[] body = Arrays.copyOfRange(data, 1, data.length);
        List<CollectingTarget> results =
                CollectingTarget.everySplit(NO_DEFAULTS, grammar, body, new Random(Arrays.hashCode(data)));
        results.add(new CollectingTarget(NO_DEFAULTS, BulkLimits.DEFAULT, grammar)
                .pauseBeforeEach(2)
                .run(body, new int[] {body.length / 2, body.length - body.length / 2}, true));
        CollectingTarget first = results.getFirst();
        if (first.splitter().refusal() == null) {
            results.add(CollectingTarget.ofValid(NO_DEFAULTS, grammar)
                    .run(body, new int[] {body.length / 3, body.length - body.length / 3}, true));
        }
        for (CollectingTarget result : results) {
            assertThat(result.refusal()).isEqualTo(first.refusal());
            assertThat(result.heads()).isEqualTo(first.heads());
            assertThat(whole(result)).isEqualTo(whole(first));
            assertThat(result.splitter().items()).isEqualTo(first.splitter().items());
        }
        if (first.splitter().refusal() == null && !grammar.has(BulkGrammar.Trait.UNKNOWN_PASSED_OVER)) {
            assertNothingLost(new String(body, ISO_8859_1), new String(whole(first), ISO_8859_1));
        }
    }

    private static byte[] whole(CollectingTarget target) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        target.items().forEach(out::writeBytes);
        return out.toByteArray();
    }

    private static void assertNothingLost(String body, String items) {
        String rest = items;
        String[] lines = body.split("(?<=\n)");
        for (int i = 0; i < lines.length; i++) {
            if (!lines[i].isEmpty() && rest.startsWith(lines[i])) {
                rest = rest.substring(lines[i].length());
            } else {
                boolean empty = lines[i].isBlank() || lines[i].contains("//") || lines[i].contains("/*");
                assertThat(empty || i == lines.length - 1)
                        .as("line %d of %s", i, body)
                        .isTrue();
            }
        }
        assertThat(rest).as(body).isEmpty();
    }
}
