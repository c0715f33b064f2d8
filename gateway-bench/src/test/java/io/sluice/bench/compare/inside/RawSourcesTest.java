package io.sluice.bench.compare.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RawSourcesTest {
    @Test
    void takesEachDocumentByteByByte() throws IOException {
        String first = "{ \"_id\" : \"within\", \"n\":1e5, \"s\":\"é😀\", \"_source\":{\"a\":[]} }";
        String answer = "{\"took\":1,\"hits\":{\"hits\":[{\"_index\":\"ü\",\"_id\":\"0\",\"_source\":" + first
                + "},{\"_id\":\"7\",\"_score\":1.0,\"_source\":{}}]}}";

        assertThat(RawSources.of(answer.getBytes(StandardCharsets.UTF_8)))
                .containsEntry("0", first)
                .containsEntry("7", "{}")
                .hasSize(2);
    }
}
