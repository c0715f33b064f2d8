package io.sluice.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonVisitor;
import io.sluice.api.LineVisitor;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NdjsonRewriterTest {

    private static final JsonVisitor DROP_A = at -> at.nameIs("a") ? JsonEdit.drop() : JsonEdit.descend();

    @Test
    void asksForAVisitorForEachLineAndKeepsEmptyOnes() {
        String body = "{'a':1}\n\n{'a':1,'b':2}\r\n \n{'a':1}\n";
        assertThat(edit(body, line -> line == 4 ? null : DROP_A)).isEqualTo("{}\n\n{'b':2}\r\n \n{'a':1}\n");
    }

    @Test
    void takesALastLineWithoutLineFeed() {
        assertThat(edit("{'a':1}\n{'a':1,'b':2}", line -> DROP_A)).isEqualTo("{}\n{'b':2}");
        assertThat(edit("1\n12", line -> null)).isEqualTo("1\n12");
    }

    @Test
    void putsAHeaderWhereALineIsEmpty() {
        JsonVisitor header = new JsonVisitor() {
            @Override
            public JsonEdit onValue(JsonCursor at) {
                return JsonEdit.descend();
            }

            @Override
            public Json onEmptyBody() {
                return Json.parse("{\"index\":\"logs\"}");
            }
        };
        assertThat(edit("\n{}\n \n{}\n", line -> line % 2 == 0 ? header : null))
                .isEqualTo("{'index':'logs'}\n{}\n{'index':'logs'}\n{}\n");
    }

    @Test
    void refusesAnEmptyFirstLineThatNoVisitorFills() {
        for (String body : List.of("\n{}\n{}\n", "\r\n{}\n", " \t\n{}\n", "\n")) {
            List<CollectingSink> results = Feed.everySplit(
                    () -> new NdjsonRewriter(line -> line % 2 == 1 ? DROP_A : null, JsonLimits.DEFAULT),
                    body.getBytes(UTF_8),
                    new Random(body.hashCode()));
            assertThat(results).allSatisfy(result -> assertThat(result.reason()).contains("the first line is empty"));
        }
    }

    @Test
    void relaysUntouchedLinesAsOneSlice() {
        CollectingSink sink =
                Feed.whole(new NdjsonRewriter(line -> null, JsonLimits.DEFAULT), "{}\n[1]\n\n2\n".getBytes(UTF_8));
        assertThat(sink.slices()).isEqualTo(1);
        assertThat(sink.writes()).isZero();
    }

    @Test
    void namesTheLineOfWhatIsNotJson() {
        CollectingSink sink =
                Feed.whole(new NdjsonRewriter(line -> null, JsonLimits.DEFAULT), "{}\n\n{} 1\n".getBytes(UTF_8));
        assertThat(sink.reason()).contains("[3:4] Unexpected character ('1' (code 49))");
        assertThat(Feed.whole(new NdjsonRewriter(line -> null, JsonLimits.DEFAULT), "{\n}\n".getBytes(UTF_8))
                        .reason())
                .contains("[1:2] unexpected end");
    }

    private static String edit(String body, LineVisitor visitor) {
        byte[] bytes = body.replace('\'', '"').getBytes(UTF_8);
        List<CollectingSink> results = Feed.everySplit(
                () -> new NdjsonRewriter(visitor, JsonLimits.DEFAULT), bytes, new Random(body.hashCode()));
        for (CollectingSink result : results) {
            assertThat(result.text()).isEqualTo(results.getFirst().text());
        }
        return results.getFirst().text().replace('"', '\'');
    }
}
