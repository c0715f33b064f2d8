package io.sluice.index.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentReaderTest {
    private static final String WHOLE =
            "\"timed_out\":false,\"_shards\":{\"total\":1,\"successful\":1,\"skipped\":0,\"failed\":0}";
    private static final String TOTAL = "\"total\":{\"value\":2,\"relation\":\"gte\"},";
    private static final String HIT =
            "{\"_index\":\"i\",\"_id\":\"7\",\"_version\":3,\"_seq_no\":5,\"_primary_term\":2,\"_routing\":\"r\","
                    + "\"_ignored\":[\"x\"],\"_source\":{ \"a\" : 1.50 },\"sort\":[5]}";

    private static Page search(String answer, SourceForm form) throws IOException {
        return new DocumentReader(form).search(answer.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void readsAllOfAHit() throws Exception {
        Page page = search(
                "{\"took\":1," + WHOLE + ",\"pit_id\":\"p\",\"hits\":{" + TOTAL + "\"max_score\":null,\"hits\":[" + HIT
                        + "]}}",
                SourceForm.LINE);

        assertThat(page.context()).isEqualTo("p");
        assertThat(page.total()).isEqualTo(2);
        assertThat(page.documents()).hasSize(1);
        Document document = page.documents().getFirst();
        assertThat(document.text()).isEqualTo("{\"a\":1.50}");
        assertThat(List.of(document.id(), document.version(), document.seqNo(), document.primaryTerm()))
                .isEqualTo(List.of("7", 3L, 5L, 2L));
        assertThat(document.routing()).isEqualTo("r");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"timed_out\":true,\"_shards\":{\"total\":1,\"successful\":1,\"failed\":0},\"hits\":{\"total\":{\"value\":0},\"hits\":[]}}",
                "{\"timed_out\":false,\"_shards\":{\"total\":1,\"successful\":0,\"failed\":1},\"hits\":{\"total\":{\"value\":0},\"hits\":[]}}",
                "{\"timed_out\":false,\"_shards\":{\"total\":0,\"successful\":0,\"failed\":0},\"hits\":{\"total\":{\"value\":0},\"hits\":[]}}",
                "{\"timed_out\":false,\"hits\":{\"total\":{\"value\":0},\"hits\":[]}}",
                "{\"timed_out\":false,\"_shards\":{\"total\":1,\"successful\":1,\"failed\":0},\"hits\":{\"total\":{\"value\":0},\"hits\":[{\"_id\":\"1\",\"_version\":1,\"_seq_no\":0}]}}",
                "{\"timed_out\":false,\"_shards\":{\"total\":1,\"successful\":1,\"failed\":0},\"hits\":{\"total\":{\"value\":0},\"hits\":[{\"_id\":\"1\",\"_source\":{}}]}}",
                "{\"timed_out\":false,\"terminated_early\":true,\"_shards\":{\"total\":1,\"successful\":1,\"failed\":0},\"hits\":{\"total\":{\"value\":0},\"hits\":[]}}",
                "{\"timed_out\":false,\"_shards\":{\"total\":1,\"successful\":1,\"failed\":0},\"hits\":{\"hits\":[]}}",
                "{\"timed_out\":false,\"_shards\":{\"total\":1,\"successful\":1,\"failed\":0}}",
                "[]",
                "{\"timed_out\":false,\"_shards\":{\"total\":1,\"successful\":1",
            })
    void takesNothingOfAnAnswerThatIsNotWhole(String answer) {
        assertThatThrownBy(() -> search(answer, SourceForm.LINE)).isInstanceOf(IOException.class);
    }

    /** What servers keep though it is no JSON; a comment would hide the documents behind it, and end in one that brings its own. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\uFEFF{}",
                "{} // x",
                "/* x */{}",
                "{\"r\":{\"q\":[{\"b\":1\r}]}} // x",
                "{\"\\ud800\":1}",
                "{\"a\":1} {\"b\":2}"
            })
    void namesTheDocumentThatIsNoJson(String source) {
        String kept = HIT.replace("{ \"a\" : 1.50 }", source);

        assertThatThrownBy(() -> search(
                        "{" + WHOLE + ",\"hits\":{" + TOTAL + "\"hits\":[" + kept + "," + HIT + "]}}", SourceForm.LINE))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("document '7' of index 'i' cannot be read: ");
    }

    @Test
    void readsLongNamesAndDeepObjects() throws Exception {
        String source = "{\"" + "n".repeat(60_000) + "\":" + "{\"a\":".repeat(998) + "1" + "}".repeat(999);

        Page page = search(
                "{" + WHOLE + ",\"hits\":{" + TOTAL + "\"hits\":[" + HIT.replace("{ \"a\" : 1.50 }", source) + "]}}",
                SourceForm.LINE);

        assertThat(page.documents().getFirst().text()).isEqualTo(source);
    }

    @Test
    void needsNoSourceWhereNoneIsAskedFor() throws Exception {
        String answer =
                "{" + WHOLE + ",\"hits\":{" + TOTAL + "\"hits\":[{\"_id\":\"1\",\"_version\":1,\"_seq_no\":0}]}}";

        assertThat(search(answer, SourceForm.NONE).documents().getFirst().content())
                .isEmpty();
    }

    /** Searches show a version that was counted beyond the highest number as none, lookups as a negative one. */
    @ParameterizedTest
    @ValueSource(strings = {"", "\"_version\":-9223372036854775808,"})
    void takesTheLowestVersionForOneThatHasOverflowed(String version) throws Exception {
        String hit = HIT.replace("\"_version\":3,", version);

        Page page = search("{" + WHOLE + ",\"hits\":{" + TOTAL + "\"hits\":[" + hit + "]}}", SourceForm.LINE);

        assertThat(page.documents().getFirst().version()).isZero();
    }

    @Test
    void keepsTheHighestVersion() throws Exception {
        String hit = HIT.replace("\"_version\":3,", "\"_version\":9223372036854775807,");

        Page page = search("{" + WHOLE + ",\"hits\":{" + TOTAL + "\"hits\":[" + hit + "]}}", SourceForm.LINE);

        assertThat(page.documents().getFirst().version()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void readsWhatIsThereAndWhatIsNotInOrder() throws Exception {
        String answer = "{\"docs\":[" + HIT.replace("\"_version\"", "\"found\":true,\"_version\"")
                + ",{\"_index\":\"i\",\"_id\":\"8\",\"found\":false}]}";

        List<@Nullable Document> documents =
                new DocumentReader(SourceForm.LINE).many(answer.getBytes(StandardCharsets.UTF_8), List.of("7", "8"));

        assertThat(documents).hasSize(2);
        assertThat(documents.get(0)).extracting(document -> document.id()).isEqualTo("7");
        assertThat(documents.get(1)).isNull();
    }

    @Test
    void refusesALookupThatFailed() {
        String answer = "{\"docs\":[{\"_index\":\"i\",\"_id\":\"8\",\"error\":{\"type\":\"no_shard\"}}]}";

        assertThatThrownBy(() -> lookup(answer, "8")).hasMessageContaining("could not be looked up");
    }

    private static void lookup(String answer, String... ids) throws IOException {
        new DocumentReader(SourceForm.LINE).many(answer.getBytes(StandardCharsets.UTF_8), List.of(ids));
    }

    @Test
    void refusesALookupOfOtherDocumentsThanThoseThatWereAskedFor() {
        String there = HIT.replace("\"_version\"", "\"found\":true,\"_version\"");
        String missing = "{\"_index\":\"i\",\"_id\":\"8\",\"found\":false}";
        String answer = "{\"docs\":[" + there + "," + missing + "]}";

        assertThatThrownBy(() -> lookup(answer, "8", "7")).hasMessageContaining("document '7' where '8' was asked for");
        assertThatThrownBy(() -> lookup(answer, "7", "9")).hasMessageContaining("document '8' where '9' was asked for");
        assertThatThrownBy(() -> lookup(answer, "7", "8", "9")).hasMessageContaining("2 documents instead of 3");
        assertThatThrownBy(() -> lookup(answer, "7")).hasMessageContaining("more documents than were asked for");
    }
}
