package io.sluice.styles.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BulkTrialTest {
    private static final List<String> LINES = List.of("{\"name\":\"a\"}", "{\"name\":\"b\"}", "{\"name\":\"c\"}");

    @Test
    void sendsEveryDocumentOnceUnderAnIdOfItsOwn() throws Exception {
        RecordingStyle style = new RecordingStyle();

        TrialResult result = new BulkTrial("noop", 20, 4, "x-").run(style, new Corpus(LINES), () -> {});

        List<String> ids = new ArrayList<>();
        style.bulks.forEach(bulk -> {
            for (int i = 0; i < bulk.size(); i++) {
                ids.add(bulk.id(i));
            }
        });
        assertThat(ids)
                .hasSize(20)
                .doesNotHaveDuplicates()
                .startsWith("x-0", "x-1")
                .endsWith("x-19");
        assertThat(result.operations()).isEqualTo(12);
        assertThat(result.latency().getTotalCount()).isEqualTo(3);
    }

    @Test
    void beginsToMeasureAfterTheWarmUp() throws Exception {
        RecordingStyle style = new RecordingStyle();
        List<Integer> sentBefore = new ArrayList<>();

        new BulkTrial("noop", 20, 4, "x-").run(style, new Corpus(LINES), () -> sentBefore.add(style.bulks.size()));

        assertThat(sentBefore).containsExactly(2);
    }

    @Test
    void writesABulkAsTheServerReadsIt() throws Exception {
        Bulk bulk = new Corpus(LINES).bulk("x-", 2, 2);

        assertThat(new String(bulk.ndjson(), StandardCharsets.UTF_8)).isEqualTo("""
                {"index":{"_id":"x-2"}}
                {"name":"c"}
                {"index":{"_id":"x-3"}}
                {"name":"a"}
                """);
    }
}
