package io.sluice.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonSplice;
import io.sluice.api.JsonVisitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Arrays whose elements are almost alike, edited by a visitor that says of some values what it says of all their like, and by one that
 * wants to be asked about each: the results must be the same. {@code -Dsluice.json.arrays} is how many arrays.
 */
@Tag("slow")
class ElementFormRandomTest {

    private static final int ARRAYS = Integer.getInteger("sluice.json.arrays", 200);

    @Test
    void whatIsSaidOnceForAllIsWhatIsSaidOfEach() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int last = random.nextInt();
        for (int round = 0; round < ARRAYS; round++) {
            String text = array(random);
            byte[] bytes = (random.nextInt(8) == 0 ? RandomElements.broken(text, random) : text).getBytes(UTF_8);
            int salt = random.nextInt(4) == 0 ? random.nextInt() : last;
            last = salt;
            CollectingSink expected =
                    Feed.whole(new JsonRewriter(new EditsByPath(salt, false), JsonLimits.DEFAULT), bytes);
            List<CollectingSink> results = Feed.everySplit(
                    () -> new JsonRewriter(new EditsByPath(salt, true), JsonLimits.DEFAULT), bytes, random);
            for (CollectingSink result : results) {
                assertThat(result.isRefused())
                        .as("seed %d salt %d: %s", seed, salt, text)
                        .isEqualTo(expected.isRefused());
                if (expected.isRefused()) {
                    assertThat(new String(result.refusal().body(), UTF_8))
                            .isEqualTo(new String(expected.refusal().body(), UTF_8));
                } else {
                    assertThat(result.text())
                            .as("seed %d salt %d: %s", seed, salt, text)
                            .isEqualTo(expected.text());
                }
            }
        }
    }

    @Test
    void isNotAskedAboutWhatElementsHaveInCommon() {
        // Given
        StringBuilder text = new StringBuilder("{\"items\":[");
        for (int i = 0; i < 1_000; i++) {
            text.append(i == 0 ? "" : ",")
                    .append("{\"index\":{\"_index\":\"i\",\"_id\":\"x")
                    .append(i)
                    .append("\",\"_version\":1,\"_shards\":{\"total\":1,\"failed\":0},\"_seq_no\":")
                    .append(i)
                    .append(",\"status\":")
                    .append(i % 7 == 0 ? 200 : 201)
                    .append("}}");
        }
        byte[] bytes = text.append("]}").toString().getBytes(UTF_8);
        int[] asked = {0};
        List<String> seen = new ArrayList<>();
        JsonVisitor visitor = at -> {
            asked[0]++;
            if (at.nameIs("_id")) {
                seen.add(at.text() + at.index());
                return new JsonEdit.Replace(Json.string(at.text().substring(1)));
            }
            return JsonSplice.always();
        };

        // When
        CollectingSink result = Feed.whole(new JsonRewriter(visitor, JsonLimits.DEFAULT), bytes);

        // Then
        assertThat(result.text()).isEqualTo(text.toString().replace("\"x", "\""));
        assertThat(seen).hasSize(1_000).contains("x01", "x7771", "x9991");
        assertThat(asked[0]).isLessThan(3_100);
    }

    @Test
    void isNotAskedInALaterTextAboutWhatAnEarlierOneHas() {
        // Given
        int[] asked = {0};
        Supplier<JsonVisitor> visitors = () -> new JsonVisitor() {
            @Override
            public JsonEdit onValue(JsonCursor at) {
                asked[0]++;
                return at.nameIs("_id") ? JsonEdit.verbatim() : JsonSplice.always();
            }

            @Override
            public Object likeness() {
                return "one for all";
            }
        };
        String hits = hits(20);
        Feed.whole(new JsonRewriter(visitors.get(), JsonLimits.DEFAULT), hits.getBytes(UTF_8));
        int first = asked[0];

        // When
        CollectingSink result = Feed.whole(new JsonRewriter(visitors.get(), JsonLimits.DEFAULT), hits.getBytes(UTF_8));
        String elsewhere = hits.replace("\"hits\"", "\"hots\"");
        int second = asked[0] - first;
        CollectingSink other =
                Feed.whole(new JsonRewriter(visitors.get(), JsonLimits.DEFAULT), elsewhere.getBytes(UTF_8));
        int third = asked[0] - first - second;

        // Then
        assertThat(result.text()).isEqualTo(hits);
        assertThat(other.text()).isEqualTo(elsewhere);
        // Two for what is around the hits, and two for each hit: itself and its id.
        assertThat(second).isEqualTo(2 + 20 * 2);
        assertThat(third).isEqualTo(first).isGreaterThan(second);
    }

    private static String hits(int count) {
        StringBuilder out = new StringBuilder("{\"hits\":[");
        for (int i = 0; i < count; i++) {
            out.append(i == 0 ? "" : ",")
                    .append("{\"_id\":\"")
                    .append(i)
                    .append("\",\"_score\":")
                    .append(i)
                    .append(",\"_source\":{\"a\":\"b")
                    .append(i)
                    .append("\"}}");
        }
        return out.append("]}").toString();
    }

    private static String array(Random random) {
        List<RandomElements.Member> form = RandomElements.form(random, 3);
        StringBuilder out = new StringBuilder("{\"first\":1,\"items\":[");
        int elements = 3 + random.nextInt(12);
        String space = List.of("", "", "", " ", "\n ").get(random.nextInt(5));
        for (int i = 0; i < elements; i++) {
            if (random.nextInt(8) == 0) {
                form = RandomElements.form(random, 3);
            }
            out.append(i == 0 ? "" : ",").append(space);
            RandomElements.object(out, form, random, space);
        }
        return out.append("],\"last\":[{\"a\":1},{\"a\":2},{\"a\":3},{\"a\":4},{\"a\":5}]}")
                .toString();
    }
}
