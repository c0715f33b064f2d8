package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.RequestPlan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdicts of the look-aheads, also about text that the visitors refuse afterwards: each decides a route. */
class HeldJsonTest {

    private static final String HANDLE = "a".repeat(60);

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "null", textBlock = """
            {"a":"x"}                         | x
            {"b":"x"}                         | x
            {"c":"a","a":"x"}                 | x
            {"c":"a"}                         | null
            {"o":{"a":"x"},"a":"y"}           | x
            [[{"a":"x"}]]                     | x
            {"a":"x","a":"y"}                 | x
            {"b":"x","a":"y"}                 | x
            {"a":["x","y"]}                   | x
            {"a":[ [ "x"]]}                   | x
            {"a":[],"b":"x"}                  | null
            {"a":[{"c":"x"}]}                 | null
            {"a":1,"a":"x"}                   | null
            {"a":null,"b":"x"}                | null
            {"a":"x\\n","b":"y"}              | null
            {"a":"\\u0078"}                   | null
            {"\\u0061":"x"}                   | null
            {"c\\":\\"":"a","b":"x"}          | x
            {"c":"\\\\","a":"x"}              | x
            {"a" : "x"}                       | x
            {"a"\u00a0:\u0001"x"}             | x
            {"a"\u00ff:[\u0080"x"}            | x
            {"a";"x","b":"y"}                 | y
            {"a":"x                           | null
            {"a":"                            | ''
            {"a":"x\\                         | null
            {"a":                             | null
            {"a"                              | null
            {"a                               | null
            {"a":"\u00c3\u00a9"}              | \u00e9
            "a":"x"                           | x
            }}]"a":"x"                        | x
            ''                                | null
            """)
    void findsTheFirstMemberOfANameAtAnyDepth(String json, String found) {
        assertThat(HeldJson.first(held(json), "a", "b")).isEqualTo(found);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"pit":1}                         | true
            {"pit" \t:1}                      | true
            {"a":[{}],"pit":1}                | true
            {"a":"pit"}                       | false
            {"a":{"pit":1}}                   | false
            ["pit":1]                         | true
            "pit":1                           | false
            {"p\\u0069t":1}                   | false
            {"pit\\u0000":1}                  | false
            {"a\\":{":"pit","pit":1}          | true
            {"pit"\u00a0:1}                   | false
            {"pit"\u0001:1}                   | false
            {"pit"                            | false
            {"pit":                           | true
            {"pit                             | false
            }{{"pit":1}                       | false
            "a"{"pit":1}                      | false
            }{"pit":1}                        | false
            {"pit",1,"pit":2}                 | true
            {"PIT":1}                         | false
            {}{"pit":1}                       | false
            {}]{"pit":1}                      | false
            ''                                | false
            """)
    void findsMembersOfTheOutermostObject(String json, boolean found) {
        assertThat(HeldJson.contains(held(json), "pit")).isEqualTo(found);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "null", textBlock = """
            {"docs":[{"_index":"i","_id":"1"}]}                 | i       | null
            {"docs":[{"_index":"i"},{"_index":"j"}]}            | i,j     | null
            {"docs":[{"_id":"1"},{"_index":"j"}]}               | -,j  | 0
            {"docs":[{"_index":"i"},{"_id":"2"},{}]}            | i,-,- | 1,2
            {"docs":[{"_index":"i","_index":"j"}]}              | j       | null
            {"docs":[{"_index":"i","_index":1}]}                | -    | null
            {"docs":[{"_index":"i\\u0061"}]}                    | -    | null
            {"docs":[{"\\u005findex":"i"}]}                     | -    | 0
            {"docs":[{"_source":{"_index":"i"}}]}               | -    | 0
            {"docs":[{"_id":"_index"}]}                         | -    | 0
            {"docs":[{"_index"\u00a0:\u0001"i"}]}               | i       | null
            {"docs":[{"_index":["i"]}]}                         | -    | null
            {"any":[{"_index":"i"}]}                            | i       | null
            {"docs":{"a":{"_index":"i"}}}                       | i       | null
            {"docs":[[{"_index":"i"}]]}                         | ''      | null
            {"docs":["a","b"]}                                  | ''      | null
            {"ids":["a","b"]}                                   | ''      | 0
            {"ids":[],"docs":[{"_index":"i"}]}                  | i       | null
            {"docs":[["_index":"i"]]}                           | ''      | null
            {"docs":[{"_index":"i"},["_index":"j"]]}            | j       | null
            {"docs":[{"_index":"                                | ""    | null
            {"docs":[{"_index":"i                               | -    | null
            {"docs":[{"_index"                                  | -    | 0
            ''                                                  | ''      | null
            """)
    void findsTheIndexOfEachDocument(String json, String indices, String lacking) {
        ByteBuf held = held(json);
        assertThat(String.join(
                        ",",
                        HeldJson.documents(held).stream()
                                .map(HeldJson.Document::index)
                                .map(HeldJsonTest::shown)
                                .toList()))
                .isEqualTo(indices);
        if (lacking == null) {
            assertThat(WantedDocuments.lacking(held)).isNull();
        } else {
            assertThat(WantedDocuments.lacking(held))
                    .isInstanceOfSatisfying(
                            RequestPlan.Answer.class,
                            answer -> assertThat(new String(answer.reply().body(), StandardCharsets.UTF_8))
                                    .contains("\"Validation Failed:" + reasons(lacking) + "\""));
        }
    }

    private static String reasons(String documents) {
        StringBuilder reasons = new StringBuilder();
        int count = 0;
        for (String document : documents.split(",")) {
            reasons.append(" %d: index is missing for doc %s;".formatted(++count, document));
        }
        return reasons.toString();
    }

    private static String shown(String index) {
        return index == null ? "-" : index.isEmpty() ? "\"\"" : index;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"sort":"f"}                      | true
            {"sort":["f"]}                    | true
            {"sort":[{"f":{}}]}               | true
            {"sort":"_score"}                 | false
            {"sort" : [ { "_score" : {}}]}    | false
            {"sort":["_score","f"]}           | false
            {"sort":["f","_score"]}           | true
            {"sort":[["_score"]]}             | true
            {"sort":"_score","sort":"f"}      | true
            {"a":{"sort":"f"}}                | true
            {"a":"sort"}                      | true
            {"a":"sort","b":"_score"}         | true
            {"sort"\u00a0:"_score"}           | true
            {"a":"\\\\"}                      | true
            {"a":"x"sort":1}                  | true
            {"sorts":"f"}                     | false
            {"a":" sort"}                     | false
            {"sort"                           | true
            {"sort                            | false
            {"sort":"_score                   | true
            {"sort":                          | true
            {"a":"\u00ff"}                    | false
            ''                                | false
            """)
    void assumesASortWhereItMayBe(String json, boolean sorted) {
        assertThat(HeldJson.mayBeSorted(held(json))).isEqualTo(sorted);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"knn":{}}                        | true
            {"knn": [ {}]}                    | true
            {"knn":[[{}]]}                    | false
            {"knn":[]}                        | false
            {"knn":"x"}                       | false
            {"knn":\u00a0{}}                  | false
            {"knn":1,"knn":{}}                | false
            {"a":{"knn":{}}}                  | false
            {"k\\u006en":{}}                  | false
            {"knn":                           | false
            """)
    void findsSearchesForNeighbours(String json, boolean found) {
        assertThat(HeldJson.containsObject(held(json), "knn")).isEqualTo(found);
    }

    @Test
    void opensTheFirstHandleThatCanBeOpened() {
        String other = "b".repeat(60);
        assertThat(opened("{\"a\":\"" + HANDLE + "\"}")).isEqualTo(HANDLE);
        assertThat(opened("{\"" + HANDLE + "\":1}")).isEqualTo(HANDLE);
        assertThat(opened("[\"" + other + "\",\"" + HANDLE + "\"]")).isEqualTo(HANDLE);
        assertThat(opened("[" + ("\"" + other + "\",").repeat(15) + "\"" + HANDLE + "\"]"))
                .isEqualTo(HANDLE);
        assertThat(opened("[" + ("\"" + other + "\",").repeat(16) + "\"" + HANDLE + "\"]"))
                .isNull();
        assertThat(opened("[" + "\"short\",".repeat(99) + "\"" + HANDLE + "\"]"))
                .isEqualTo(HANDLE);
        assertThat(opened("[" + ("\"" + other + ".\",").repeat(99) + "\"" + HANDLE + "\"]"))
                .isEqualTo(HANDLE);
        assertThat(opened("{\"a\":\"\\u0061" + HANDLE.substring(1) + "\"}")).isNull();
        assertThat(opened("{\"a\":\"\u00e4\",\"b\\\"\":\"" + HANDLE + "\"}")).isEqualTo(HANDLE);
        assertThat(opened("{\"a\":\"" + HANDLE)).isNull();
        assertThat(opened("{\"a\":\"" + HANDLE + "x")).isEqualTo(HANDLE);
        assertThat(opened("")).isNull();
    }

    private static String opened(String json) {
        return HeldJson.firstHandle(held(json), text -> text.equals(HANDLE) ? text : null);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}~{"pit":{}}                               | 1
            {}~{"pit":{}}~                              | 1
            {}~{}~{}~{"pit":{}}~                        | 3
            {"index":"i"}~{"pit":{}}~                   | ''
            {"indices":"i"}~{"pit":{}}~                 | ''
            {"i\\u006edex":"i"}~{"pit":{}}~             | 1
            {"a":{"index":"i"}}~{"pit":{}}~             | 1
            {"pit":{}}~{}~                              | ''
            {}~{"a":{"pit":{}}}~                        | ''
            {}~{"p\\u0069t":{}}~                        | ''
            ~{"pit":{}}~                                | 1
            {}~~{}~{"pit":                              | 3
            {}~{"pit                                    | ''
            """)
    void findsPointsInTimeLineByLine(String lines, String found) {
        PointsInTime points = PointsInTime.in(held(lines.replace('~', '\n')), search -> null);
        List<String> read = new ArrayList<>();
        for (int line = 0; line < 5; line++) {
            if (points.isReadIn(line)) {
                read.add(String.valueOf(line));
            }
        }
        assertThat(String.join(",", read)).isEqualTo(found);
    }

    @Test
    void looksOnlyAtTheReadableBytes() {
        ByteBuf part = held("{\"a\":\"x\",\"pit\":{}}").readerIndex(1).writerIndex(8);
        assertThat(HeldJson.first(part, "a", "b")).isEqualTo("x");
        assertThat(HeldJson.first(part.writerIndex(7), "a", "b")).isNull();
        assertThat(HeldJson.contains(part, "pit")).isFalse();
    }

    /** Each character is one byte. */
    private static ByteBuf held(String json) {
        return Unpooled.wrappedBuffer(json.getBytes(StandardCharsets.ISO_8859_1));
    }
}
