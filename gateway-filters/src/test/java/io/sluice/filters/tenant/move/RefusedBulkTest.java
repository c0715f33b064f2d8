package io.sluice.filters.tenant.move;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ClusterResponse;
import io.sluice.testkit.TestCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the operator hears of documents that a cluster refuses all together. */
class RefusedBulkTest {
    private final TestCluster cluster = new TestCluster("c");
    private final UntranslatedDocuments place = () -> cluster;
    private final DocumentPort port = new DocumentPort(place, Duration.ofSeconds(1), new NotedMarks());

    private void write(String... ids) throws Exception {
        port.write(Stream.of(ids)
                .map(id -> (Change) new Change.PutVersion(new DocumentName("logs", id, null), "{}".getBytes(UTF_8), -5))
                .toList());
    }

    private void refuse(String body) {
        cluster.answeringRequests((method, target, sent) -> new ClusterResponse(400, body.getBytes(UTF_8)));
    }

    @Test
    void namesTheDocumentAndTheReasonOfTheServer() {
        refuse("""
                {"error":{"type":"action_request_validation_exception","reason":"1: illegal version value [-5];"},
                "status":400}""");

        assertThatThrownBy(() -> write("7"))
                .isInstanceOf(IOException.class)
                .hasMessage("document 7 of logs was not written: status 400, 1: illegal version value [-5];");
    }

    @Test
    void namesTheFirstOfSeveralDocuments() {
        refuse("{\"error\":{\"reason\":\"no\"}}");

        assertThatThrownBy(() -> write("7", "8", "9"))
                .hasMessage("3 documents, the first of them 7 of logs, were not written: status 400, no");
    }

    @Test
    void cutsWhatIsLong() {
        refuse("{\"error\":{\"reason\":\"" + "r".repeat(1_000) + "\"}}");

        assertThatThrownBy(() -> write("i".repeat(512)))
                .hasMessage("document " + "i".repeat(64) + "… of logs was not written: status 400, " + "r".repeat(256)
                        + "…");
    }

    @Test
    void cutsNoCharacterInTwo() {
        refuse("{}");

        assertThatThrownBy(() -> write("i".repeat(63) + "\uD83D\uDE00".repeat(9)))
                .hasMessage("document " + "i".repeat(63) + "… of logs was not written: status 400");
    }

    @Test
    void saysTheStatusAloneOfAnAnswerThatGivesNoReason() {
        for (String answer : List.of("", "<html>", "[]", "{\"error\":\"closed\"}")) {
            refuse(answer);

            assertThatThrownBy(() -> write("7"))
                    .as(answer)
                    .isInstanceOf(IOException.class)
                    .hasMessage("document 7 of logs was not written: status 400");
        }
    }
}
