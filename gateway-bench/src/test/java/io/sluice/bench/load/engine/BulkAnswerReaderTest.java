package io.sluice.bench.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BulkAnswerReaderTest {
    private static final String ANSWER = "{\"took\":3,\"errors\":true,\"items\":["
            + "{\"index\":{\"_index\":\"a\",\"_id\":\"\\\"status\\\":500\",\"_shards\":{\"total\":1},\"status\":201}},"
            + "{\"create\":{\"_index\":\"a\",\"status\":429,\"error\":{\"type\":\"x\",\"status\":400,\"reason\":\"\"}}},"
            + "{\"delete\":{\"status\":404,\"_id\":\"é\"}},{\"update\":{\"status\":200}}]}";

    @Test
    void countsItemsByStatusHoweverTheAnswerIsCut() {
        byte[] bytes = ANSWER.getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            BulkAnswerReader reader = new BulkAnswerReader();

            reader.feed(Unpooled.wrappedBuffer(bytes, 0, cut));
            reader.feed(Unpooled.wrappedBuffer(bytes, cut, bytes.length - cut));

            assertThat(reader.end()).as("cut at %d", cut).isTrue();
            assertThat(reader.items().byStatus())
                    .containsExactly(entry(200, 1L), entry(201, 1L), entry(404, 1L), entry(429, 1L));
            assertThat(reader.items().succeeded()).isEqualTo(2);
            assertThat(reader.items().rejected()).isEqualTo(1);
            assertThat(reader.items().failed()).isEqualTo(1);
        }
    }

    @Test
    void knowsAnAnswerThatIsNotWhole() {
        BulkAnswerReader reader = new BulkAnswerReader();

        reader.feed(Unpooled.wrappedBuffer(ANSWER.substring(0, 200).getBytes(StandardCharsets.UTF_8)));

        assertThat(reader.end()).isFalse();
    }
}
