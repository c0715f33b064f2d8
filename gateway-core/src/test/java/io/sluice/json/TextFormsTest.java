package io.sluice.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Json;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonSplice;
import io.sluice.api.JsonVisitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Texts that are almost alike, read one after another by visitors that say of some values what they say of all their like, and by
 * visitors that want to be asked about each: the results must be the same. {@code -Dsluice.json.texts} is how many bodies.
 */
@Tag("slow")
class TextFormsTest {

    private static final int BODIES = Integer.getInteger("sluice.json.texts", 200);
    /** More than there are forms. */
    private static final int VISITORS = 10;

    /** Drops what is named {@code mark} and adds it anew, as a document is marked. */
    private static JsonVisitor marking(int[] asked) {
        return new JsonVisitor() {
            @Override
            public JsonEdit onValue(io.sluice.api.JsonCursor at) {
                asked[0]++;
                if (at.depth() == 0) {
                    return JsonEdit.descend();
                }
                if (at.nameIs("mark")) {
                    return JsonEdit.drop();
                }
                return at.kind().isContainer() ? JsonEdit.verbatim() : JsonSplice.always();
            }

            @Override
            public List<JsonMember> onObjectEnd(io.sluice.api.JsonCursor at) {
                return at.depth() == 0 ? List.of(new JsonMember("mark", Json.string("us"))) : List.of();
            }
        };
    }

    @Test
    void whatIsSaidOnceForAllIsWhatIsSaidOfEach() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < BODIES; round++) {
            String body = lines(random);
            int salt = random.nextInt();
            int visitors = 1 + random.nextInt(VISITORS);
            compare(seed, salt, visitors, random.nextInt(8) == 0 ? RandomElements.broken(body, random) : body, random);
        }
    }

    private static void compare(long seed, int salt, int visitors, String text, Random random) {
        byte[] body = text.getBytes(UTF_8);
        CollectingSink expected = Feed.whole(
                new NdjsonRewriter(line -> new EditsByPath(salt + line % visitors, false), JsonLimits.DEFAULT), body);
        List<CollectingSink> results = Feed.everySplit(() -> alike(salt, visitors), body, random);
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

    private static AlikeLines alike(int salt, int visitors) {
        List<JsonVisitor> all = new ArrayList<>();
        for (int i = 0; i < visitors; i++) {
            all.add(new EditsByPath(salt + i, true));
        }
        return new AlikeLines(line -> all.get(line % visitors));
    }

    private static String lines(Random random) {
        List<RandomElements.Member> form = RandomElements.form(random, 2);
        List<RandomElements.Member> other = RandomElements.form(random, 2);
        StringBuilder out = new StringBuilder();
        String space = List.of("", "", " ", "\t").get(random.nextInt(4));
        for (int i = 3 + random.nextInt(24); i > 0; i--) {
            form = random.nextInt(16) == 0 ? RandomElements.form(random, 2) : form;
            RandomElements.object(out, random.nextInt(6) == 0 ? other : form, random, space);
            out.append('\n');
        }
        return out.toString();
    }

    @Test
    void isNotAskedAboutWhatTextsHaveInCommon() {
        // Given
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            body.append("{\"a\":\"")
                    .append(i)
                    .append("\",\"n\":")
                    .append(i * 7)
                    .append(",\"t\":true,\"b\":\"same\"}\n");
        }
        int[] asked = {0};
        JsonVisitor visitor = marking(asked);

        // When
        CollectingSink result =
                Feed.whole(new AlikeLines(line -> visitor), body.toString().getBytes(UTF_8));

        // Then
        assertThat(result.text()).isEqualTo(body.toString().replace("}\n", ",\"mark\":\"us\"}\n"));
        assertThat(asked[0]).isLessThan(1_020);
    }

    @Test
    void seesAForgedMemberAtEachPlaceOfATextThatIsAlikeOtherwise() {
        List<String> names = List.of("mark", "\\u006dark", "m\\u0061rk");
        for (String name : names) {
            for (int place = 0; place < 5; place++) {
                List<String> members =
                        new ArrayList<>(List.of("\"a\":\"x\"", "\"n\":5", "\"o\":{\"mark\":1}", "\"t\":null"));
                members.add(place, "\"" + name + "\":\"them\"");
                String forged = "{" + String.join(",", members) + "}\n";
                String good = "{\"a\":\"y\",\"n\":12,\"o\":{\"mark\":2},\"t\":null}\n";
                String body = good.repeat(4) + forged + good + forged.repeat(4) + good;
                JsonVisitor visitor = marking(new int[1]);
                for (CollectingSink result : Feed.everySplit(
                        () -> new AlikeLines(line -> visitor), body.getBytes(UTF_8), new Random(place))) {
                    assertThat(result.text())
                            .as(name + " at " + place)
                            .doesNotContain("them")
                            .isEqualTo((good.repeat(4) + wiped() + good + wiped().repeat(4) + good)
                                    .replace("}\n", ",\"mark\":\"us\"}\n"));
                }
            }
        }
    }

    private static String wiped() {
        return "{\"a\":\"x\",\"n\":5,\"o\":{\"mark\":1},\"t\":null}\n";
    }

    @Test
    void refusesWhatIsMalformedInATextThatIsAlikeOtherwise() {
        List<String> broken = List.of(
                "{\"a\":\"y\u0001\",\"n\":12}",
                "{\"a\":\"y\",\"n\":012}",
                "{\"a\":\"y\",\"n\":12.}",
                "{\"a\":\"y\",\"n\":-}",
                "{\"a\":\"y\",\"n\":12}}",
                "{\"a\":\"y\",\"n\":12",
                "{\"a\":\"y\\x\",\"n\":12}",
                "{\"a\":'y',\"n\":12}",
                "{\"a\":\"y\",,\"n\":12}",
                "{\"a\":\"y\",\"n\":12} 1",
                "{\"a\":\"y\",\"n\":NaN}");
        for (String each : broken) {
            String body = "{\"a\":\"x\",\"n\":1}\n{\"a\":\"y\",\"n\":2}\n{\"a\":\"\",\"n\":3.5}\n" + each + "\n";
            JsonVisitor visitor = marking(new int[1]);
            for (CollectingSink result :
                    Feed.everySplit(() -> new AlikeLines(line -> visitor), body.getBytes(UTF_8), new Random(1))) {
                assertThat(result.isRefused()).as(each).isTrue();
            }
        }
        // Overlong, and cut short.
        for (byte[] bad : List.of(new byte[] {(byte) 0xc0, (byte) 0x80}, new byte[] {(byte) 0xe6, (byte) 0x97})) {
            byte[] body = "{\"a\":\"x\"}\n{\"a\":\"y\"}\n{\"a\":\"zz\"}\n{\"a\":\"..\"}\n".getBytes(UTF_8);
            System.arraycopy(bad, 0, body, body.length - 5, 2);
            JsonVisitor visitor = marking(new int[1]);
            assertThat(Feed.whole(new AlikeLines(line -> visitor), body).isRefused())
                    .isTrue();
        }
    }
}
