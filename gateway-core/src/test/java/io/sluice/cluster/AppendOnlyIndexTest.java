package io.sluice.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.Unpooled;
import io.sluice.api.BulkDefaults;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.bulk.line.BulkLine;
import io.sluice.bulk.line.BulkSplitter;
import io.sluice.bulk.verdict.BulkGrammar;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** OpenSearch refuses an {@code index} with an id where an index only takes new documents. */
class AppendOnlyIndexTest {
    /** What the gateway draws for the items of a bulk. */
    private static final class Drawing implements BulkSplitter.Target {
        private final List<Boolean> drawn = new ArrayList<>();
        private final BulkView view;

        private Drawing(BulkView view) {
            this.view = view;
        }

        @Override
        public int place(BulkLine action, int position) {
            view.primaryOf(action);
            drawn.add(view.drawnId() != null);
            return BulkSplitter.DISCARD;
        }

        @Override
        public void append(int place, byte[] bytes, int from, int to) {}

        @Override
        public void itemEnded(int place) {}
    }

    private static ClusterView view(String settings) throws IOException {
        IndicesResponse indices = new IndicesResponse(Map.of());
        String answer = "{'metadata':{'indices':{'a':{'routing_num_shards':1024,'settings':{'index':{" + settings
                + "'number_of_shards':'1','uuid':'u'}}}}},'routing_table':{'indices':{'a':{'shards':{'0':[]}}}}}";
        indices.add(new ObjectMapper().readTree(answer.replace('\'', '"')), Set.of("a"));
        return ClusterView.of(
                Servers.of(List.of()), List.of(), indices.indices(), List.of(new ClusterView.Name("a", "a", null)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'append_only':{'enabled':'true'},  | index  | false",
                "'append_only':{'enabled':'true'},  | create | true",
                "'append_only':{'enabled':'false'}, | index  | true",
                "``                                 | index  | true",
            })
    void getsNoIdForWhatIsIndexed(String settings, String operation, boolean drawn) throws Exception {
        Drawing drawing = new Drawing(new BulkView(view(settings), name -> {}, new ShardTargets(new SecureRandom())));
        BulkDefaults url = new BulkDefaults("a", null, null);

        try (BulkSplitter splitter = new BulkSplitter(url, BulkLimits.DEFAULT, BulkGrammar.ELASTICSEARCH_8, drawing)) {
            splitter.write(Unpooled.wrappedBuffer(("{\"" + operation + "\":{}}\n{}\n").getBytes(UTF_8)));
            splitter.end();
        }

        assertThat(drawing.drawn).containsExactly(drawn);
    }

    @Test
    void isAskedFor() {
        assertThat(IndicesResponse.FILTER).contains("metadata.indices.*.settings.index.append_only.enabled,");
    }
}
