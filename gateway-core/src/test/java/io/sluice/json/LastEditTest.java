package io.sluice.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonSplice;
import io.sluice.api.JsonVisitor;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of which only the beginning is read. */
class LastEditTest {

    private static final JsonVisitor SEEKING = at -> at.nameIs("id") ? last(at) : JsonEdit.descend();

    private static JsonEdit last(JsonCursor at) {
        return new JsonSplice.Last(
                at.stringIs("kept") ? JsonEdit.verbatim() : new JsonEdit.Replace(Json.string(at.text() + "!")));
    }

    private static ByteStage answer() {
        return new JsonRewriter(SEEKING, JsonLimits.DEFAULT, BodySide.ANSWER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"took\":1 , \"id\" : \"x\" }",
                "{\"id\":\"x\"",
                "{\"id\":\"x\",\"id\":\"y\",\"a\":{/* c */\"\\ud800\":NaN}",
                "{\"a\":[1,2],\"id\":\"x\"\u0000\uFEFF no JSON at all {{{{",
                "{\"id\":\"kept\" 'x"
            })
    void relaysTheRestWhateverItIs(String body) {
        for (CollectingSink result : Feed.everySplit(LastEditTest::answer, body.getBytes(UTF_8), new Random(1))) {
            assertThat(result.text()).isEqualTo(body.replaceFirst("\"x\"", "\"x!\""));
        }
    }

    @Test
    void readsTheNextAnswerFromItsBeginning() {
        Feed.whole(answer(), "{\"id\":\"x\",[[[[".getBytes(UTF_8));

        assertThat(Feed.whole(answer(), "{\"a\":{\"id\":\"y\"}}".getBytes(UTF_8))
                        .text())
                .isEqualTo("{\"a\":{\"id\":\"y!\"}}");
        assertThat(Feed.whole(answer(), "{]".getBytes(UTF_8)).isRefused()).isTrue();
    }

    @Test
    void isNotForRequests() {
        JsonRewriter request = new JsonRewriter(SEEKING, JsonLimits.DEFAULT);

        assertThatThrownBy(() -> Feed.whole(request, "{\"id\":\"x\"}".getBytes(UTF_8)))
                .isInstanceOf(IllegalStateException.class);
    }
}
