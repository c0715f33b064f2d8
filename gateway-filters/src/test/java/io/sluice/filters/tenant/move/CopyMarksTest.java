package io.sluice.filters.tenant.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ClusterResponse;
import io.sluice.testkit.TestCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Copies whose cluster may go on with them. */
class CopyMarksTest {
    private static final DocumentName NAME = new DocumentName("logs", "1", null);

    private final TestCluster cluster = new TestCluster("c");
    private final UntranslatedDocuments place = () -> cluster;
    private final NotedMarks marks = new NotedMarks();
    private final DocumentPort port = new DocumentPort(place, Duration.ofSeconds(1), marks);

    private void write() throws Exception {
        port.write(List.of(new Change.Create(NAME, "{}".getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void areThoseWithoutAnAnswer() {
        assertThatThrownBy(this::write).isInstanceOf(IOException.class);

        assertThat(cluster.opaqueIds()).containsExactly("mark-1");
        assertThat(marks.unanswered()).containsExactly("mark-1");
    }

    @ParameterizedTest
    @CsvSource({
        "503, '{}', true",
        "504, '{}', true",
        "408, '{}', true",
        "429, '{}', false",
        "400, '{}', false",
        "200, '{\"items\":[{\"create\":{\"status\":503}}]}', true",
        "200, '{\"items\":[{\"create\":{\"status\":429}}]}', false",
        "200, '{\"items\":[{\"create\":{\"status\":400}}]}', false"
    })
    void areThoseThatTheClusterHasNotDecided(int status, String body, boolean mayGoOn) {
        cluster.answeringRequests(
                (method, target, sent) -> new ClusterResponse(status, body.getBytes(StandardCharsets.UTF_8)));

        assertThatThrownBy(this::write).isInstanceOfAny(IOException.class, UnmovableException.class);

        assertThat(marks.unanswered()).hasSize(mayGoOn ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource({"201", "409"})
    void areNotThoseThatWereDecided(int status) throws Exception {
        String body = "{\"items\":[{\"create\":{\"status\":" + status + "}}]}";
        cluster.answeringRequests(
                (method, target, sent) -> new ClusterResponse(200, body.getBytes(StandardCharsets.UTF_8)));

        write();

        assertThat(marks.unanswered()).isEmpty();
    }
}
