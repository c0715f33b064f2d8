package io.sluice.bulk.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.RequestTarget;
import io.sluice.json.JsonLimits;
import io.sluice.json.PrettyJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whatever reads a single item reads it as Jackson does, or says that it is none. */
class ItemFuzzTest {

    private static final int LONGEST = 4096;
    private static final Set<String> BUSY =
            Set.of("es_rejected_execution_exception", "rejected_execution_exception", "circuit_breaking_exception");
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    @FuzzTest
    void readsEveryItemAsJacksonDoesOrSaysThatItIsNone(FuzzedDataProvider data) throws Exception {
        List<String> paths = new ArrayList<>();
        for (int i = data.consumeInt(0, 5); i > 0; i--) {
            paths.add(Views.draw(bound -> data.consumeInt(0, bound - 1)));
        }
        byte[] item = data.consumeRemainingAsBytes();
        if (item.length > LONGEST) {
            return;
        }
        JsonNode tree = parse(item);
        boolean isResult = tree instanceof ObjectNode
                && tree.size() == 1
                && tree.iterator().next() instanceof ObjectNode fields
                && !fields.isEmpty();
        project(item, String.join(",", paths), isResult ? tree : null);
        layOut(item, tree);
        ItemResult result = new ItemResult();
        result.read(item, 0, item.length);
        if (isResult && isPlain(item)) {
            JsonNode fields = tree.iterator().next();
            assertThat(result.failed()).isEqualTo(fields.has("error"));
            assertThat(result.mayBeSentAgain())
                    .isEqualTo(fields.path("status").asText().equals("429")
                            && fields.path("status").isNumber()
                            && fields.path("error").path("type").isTextual()
                            && BUSY.contains(fields.at("/error/type").textValue()));
        }
    }

    private static @Nullable JsonNode parse(byte[] text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            return null;
        }
    }

    /** Whether it has ASCII without escapes only: names and types are compared as they are written, as servers write them. */
    private static boolean isPlain(byte[] item) {
        for (byte c : item) {
            if (c < '\t' || c == 0x7f || c == '\\') {
                return false;
            }
        }
        return true;
    }

    private static void project(byte[] item, String filter, @Nullable JsonNode tree) throws IOException {
        RequestTarget target = RequestTarget.parse("/_bulk?filter_path=" + filter);
        ItemProjector projector = new ItemProjector(
                Objects.requireNonNull(ResultView.of(target, null)).items());
        ByteBuf out = Unpooled.buffer();
        boolean good = projector.project(item, 0, item.length, out);
        if (tree == null || !isPlain(item)) {
            return;
        }
        assertThat(good).isTrue();
        // No server's item has one, in which inner names would go on.
        if (tree.iterator().next().valueStream().anyMatch(JsonNode::isArray)) {
            return;
        }
        ObjectNode answer = MAPPER.createObjectNode();
        answer.putArray("items").add(tree);
        JsonNode expected =
                MAPPER.readTree(MergeModel.render(answer, filter, false)).path("items");
        if (filter.contains("items") && !(expected instanceof ArrayNode)) {
            assertThat(out.isReadable()).isFalse();
        } else if (expected instanceof ArrayNode) {
            assertThat(MAPPER.readTree(out.toString(UTF_8))).isEqualTo(expected.get(0));
        }
    }

    private static PrettyJson pretty() {
        return new PrettyJson(2, JsonLimits.DEFAULT);
    }

    private static void layOut(byte[] item, @Nullable JsonNode tree) throws IOException {
        ByteBuf out = Unpooled.buffer();
        boolean good = pretty().write(item, 0, item.length, out);
        if (good && tree != null) {
            assertThat(MAPPER.readTree(out.toString(UTF_8))).isEqualTo(tree);
            ByteBuf again = Unpooled.buffer();
            assertThat(pretty().write(out.array(), 0, out.writerIndex(), again)).isTrue();
            assertThat(again).isEqualTo(out);
        }
    }
}
