package io.sluice.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonSplice;
import io.sluice.api.JsonTemplate;
import io.sluice.api.JsonVisitor;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class JsonRewriterFuzzTest {

    private static final Json MORE = Json.string("a.\"");
    private static final int LONGEST = 4096;
    private static final JsonTemplate.Filled TEMPLATE =
            JsonTemplate.parse("[@v]").fill(Map.of());

    @FuzzTest
    void makesJsonOfJsonWhateverIsEditedAndTheSameAtEverySplit(FuzzedDataProvider data) throws Exception {
        int edits = data.consumeInt();
        byte[] text = data.consumeRemainingAsBytes();
        if (text.length > LONGEST) {
            return;
        }
        List<CollectingSink> results =
                Feed.everySplit(() -> new JsonRewriter(new Edits(edits), JsonLimits.DEFAULT), text, new Random(edits));
        CollectingSink first = results.getFirst();
        for (CollectingSink result : results) {
            assertThat(result.isRefused()).isEqualTo(first.isRefused());
            if (!first.isRefused()) {
                assertThat(result.bytes()).isEqualTo(first.bytes());
            }
        }
        assertThat(first.isRefused()).isEqualTo(Tokens.isRefused(text));
        if (!first.isRefused()) {
            assertThat(Tokens.isRefused(first.bytes()))
                    .as(new String(first.bytes(), UTF_8))
                    .isFalse();
        }
    }

    /** Edits chosen by depth and position. */
    private record Edits(int bits) implements JsonVisitor {

        @Override
        public JsonEdit onValue(JsonCursor at) {
            boolean member = at.name() != null;
            boolean unwrapped = at.depth() > 0 && member && bit(at.depth() - 1, 0) % 8 == 6;
            return switch (at.depth() == 0 ? bit(0, 0) % 8 : bit(at.depth(), at.index()) % 8) {
                case 0 -> new JsonEdit.Replace(Json.number(1));
                case 1 -> new JsonEdit.Wrap(TEMPLATE, JsonEdit.descend());
                case 2 -> at.depth() == 0 || unwrapped ? JsonEdit.verbatim() : JsonEdit.drop();
                case 3 -> member && !unwrapped ? new JsonEdit.Rename("r") : JsonEdit.descend();
                case 4 -> new JsonEdit.Wrap(TEMPLATE);
                case 6 ->
                    at.kind() == JsonKind.OBJECT && at.depth() == 0
                            ? new JsonSplice.Unwrap("zz", Json.number(2))
                            : JsonEdit.descend();
                case 7 -> at.kind() == JsonKind.STRING ? new JsonSplice.Lengthen(MORE) : longer(member && !unwrapped);
                default -> JsonEdit.descend();
            };
        }

        private static JsonEdit longer(boolean named) {
            return named ? new JsonSplice.LengthenName(MORE, JsonEdit.descend()) : JsonEdit.descend();
        }

        private int bit(int depth, int index) {
            return Integer.rotateRight(bits, depth * 5 + index) & 0xff;
        }

        @Override
        public List<JsonMember> onObjectEnd(JsonCursor at) {
            return bits % 2 == 0 ? List.of(new JsonMember("a", Json.bool(true))) : List.of();
        }
    }
}
