package io.sluice.index.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PositionsTest {
    private static final ObjectNode IDENTITY =
            JsonNodeFactory.instance.objectNode().put("job", 1);

    @TempDir
    Path directory;

    @Test
    void rememberTheFirstStepAndTheEndOfEachPart() throws Exception {
        try (Journal journal = Journal.open(directory, IDENTITY)) {
            Positions positions = new Positions(journal);
            positions.reached("a", 5);
            positions.reached("b", 7);
            positions.finish("b");
        }
        try (Journal journal = Journal.open(directory, IDENTITY)) {
            Positions positions = new Positions(journal);

            assertThat(positions.position("a", -1)).isEqualTo(5);
            assertThat(positions.isDone("a")).isFalse();
            assertThat(positions.isDone("b")).isTrue();
            assertThat(positions.position("c", -1)).isEqualTo(-1);
        }
    }
}
