package io.sluice.filters.jsonedit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonEditFilterTest {

    private static FilterHarness harness(String config) {
        return FilterHarness.of(JsonEditFilter.class, config);
    }

    private static HarnessResult edit(String edits, String body) {
        return harness("request: " + edits)
                .request("POST", "/logs/_search")
                .header("Content-Type", "application/json")
                .body(body)
                .everySplit();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{set: {path: /size, value: 10}}|{ \"size\" : 1, \"x\":1.0}|{ \"size\" : 10, \"x\":1.0}",
                "{set: {path: /size, value: 10}}|{\"x\": 1e5}|{\"x\": 1e5,\"size\":10}",
                "{set: {path: /size, value: 10}}|{}|{\"size\":10}",
                "{set: {path: /a/b/c, value: [1, {x: y}]}}|{}|{\"a\":{\"b\":{\"c\":[1,{\"x\":\"y\"}]}}}",
                "{set: {path: /a/b/c, value: 1}}|{\"a\":{\"d\":2}}|{\"a\":{\"d\":2,\"b\":{\"c\":1}}}",
                "{set: {path: '', value: {a: 1}}}|[1,2]|{\"a\":1}",
                "{set: {path: /a/0, value: 9}}|{\"a\":[1,2]}|{\"a\":[9,2]}",
                "{set: {path: /a/5, value: 9}}|{\"a\":[1,2]}|{\"a\":[1,2]}",
                "{set: {path: /a/*/f, value: true}}|{\"a\":[{},{\"f\":1},3]}|{\"a\":[{\"f\":true},{\"f\":true},3]}",
                "{remove: /a}|{\"a\":{\"deep\":[1]},\"b\":2}|{\"b\":2}",
                "{remove: /a/*/b}|{\"a\":{\"x\":{\"b\":1,\"c\":2},\"y\":{\"b\":3}}}|{\"a\":{\"x\":{\"c\":2},\"y\":{}}}",
                "{remove: /a~1b}|{\"a/b\":1,\"c\":2}|{\"c\":2}",
                "{remove: /a}|{\"\\u0061\":1,\"c\":2}|{\"c\":2}",
                "{remove: /a}|{\"b\":{\"a\":1}}|{\"b\":{\"a\":1}}",
                "{replace: {path: /q, value: {match_all: {}}}}|{\"q\":[1,2]}|{\"q\":{\"match_all\":{}}}",
                "{replace: {path: /q, value: 1}}|{\"x\":2}|{\"x\":2}",
                "{rename: {path: /old, to: new}}|{\"old\": {\"a\":1}}|{\"new\": {\"a\":1}}",
                "{rename: {path: /a/b, to: c}}|{\"a\":{\"b\":1},\"b\":2}|{\"a\":{\"c\":1},\"b\":2}",
                "{rename: {path: /a/0, to: c}}|{\"a\":[1]}|{\"a\":[1]}"
            })
    void editsByPathAndLeavesTheRestAsItWas(String edit, String body, String expected) {
        assertThat(edit("[" + edit + "]", body).upstreamBody()).isEqualTo(expected);
    }

    @Test
    void doesSeveralEditsInOnePassOverTheBodyAsItCame() {
        String edits = "[{rename: {path: /a, to: b}}, {rename: {path: /b, to: a}}, {remove: /c/x},"
                + " {set: {path: /c/y, value: 1}}]";

        assertThat(edit(edits, "{\"a\":1,\"b\":2,\"c\":{\"x\":1}}").upstreamBody())
                .isEqualTo("{\"b\":1,\"a\":2,\"c\":{\"y\":1}}");
    }

    @Test
    void letsANameGoBeforeTheAsteriskBesideIt() {
        String edits = "[{replace: {path: /a/*, value: 0}}, {remove: /a/x}]";

        assertThat(edit(edits, "{\"a\":{\"x\":1,\"y\":2}}").upstreamBody()).isEqualTo("{\"a\":{\"y\":0}}");
    }

    @Test
    void comesToTheSameWhateverTheOrderOfMembers() {
        long seed = Long.getLong("sluice.test.seed", System.nanoTime());
        Random random = new Random(seed);
        List<String> members = new ArrayList<>(List.of("\"a\":1", "\"b\":{\"c\":2}", "\"d\":3", "\"e\":[4]"));
        String edits = "[{remove: /a}, {set: {path: /b/x, value: 1}}, {rename: {path: /d, to: f}},"
                + " {set: {path: /g, value: 5}}]";
        FilterHarness harness = harness("request: " + edits);

        for (int i = 0; i < 24; i++) {
            Collections.shuffle(members, random);
            String body = "{" + String.join(",", members) + "}";
            String edited = harness.request("POST", "/x").body(body).send().upstreamBody();
            List<String> result =
                    new ArrayList<>(List.of("\"b\":{\"c\":2,\"x\":1}", "\"f\":3", "\"e\":[4]", "\"g\":5"));
            assertThat(edited)
                    .as("seed " + seed + " " + body)
                    .hasSize(String.join(",", result).length() + 2);
            assertThat(result).allSatisfy(member -> assertThat(edited).contains(member));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1,\"b\":2}", "{\"b\":1,\"a\":2}", "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0062\":2}"})
    void refusesABodyWithBothNamesOfARename(String body) {
        HarnessResult result = edit("[{rename: {path: /a, to: b}}]", body);

        assertThat(result.status()).isEqualTo(400);
        assertThat(result.relayed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1}", "{\"a\":\"x\"}", "{\"a\":null}", "{\"a\":[]}", "[]", "1"})
    void refusesToSetInsideWhatIsNoObject(String body) {
        HarnessResult result = edit("[{set: {path: /a/b, value: 1}}]", body);

        assertThat(result.status()).isEqualTo(400);
        assertThat(result.body()).contains("not an object");
    }

    @Test
    void namesTheRootWhereNothingCanBeSetInIt() {
        assertThat(edit("[{set: {path: /a, value: 1}}]", "1").body()).contains(": the root\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1",
                "{'a':1}",
                "{\"a\":1} x",
                "{\"a\":1}{\"a\":2}",
                "{\"x\":/**/1}",
                "\u0000",
                "{\"a\":NaN}"
            })
    void refusesWhatIsNotJson(String body) {
        assertThat(edit("[{remove: /a}]", body).status()).isEqualTo(400);
    }

    @Test
    void editsCompressedBodies() {
        HarnessResult result = harness("request: [{remove: /a}]")
                .request("POST", "/logs/_search")
                .body("{\"a\":1,\"b\":2}")
                .gzip()
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo("{\"b\":2}");
        assertThat(result.upstreamHead().headers().contains("Content-Encoding")).isFalse();
    }

    @Test
    void makesABodyWhereThereIsNoneToSetSomethingIn() {
        FilterHarness harness = harness("{when: {paths: [/_search]}, request: [{set: {path: /size, value: 0}}]}");

        assertThat(harness.request("GET", "/_search").everySplit().upstreamBody())
                .isEqualTo("{\"size\":0}");
        assertThat(harness.request("GET", "/").everySplit().upstreamBody()).isEmpty();
    }

    @Test
    void leavesAnEmptyBodyEmptyWhereNothingIsSet() {
        assertThat(edit("[{remove: /a}]", "").upstreamBody()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/yaml", "application/cbor", "application/smile", "text/plain", ""})
    void doesNotLetOtherContentTypesSlipBy(String type) {
        HarnessResult result = harness("request: [{remove: /a}]")
                .request("POST", "/logs/_search")
                .header("Content-Type", type)
                .body("a: 1")
                .send();

        assertThat(result.status()).isEqualTo(406);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_search?source={}", "/_search?x=1&%73ource={}", "/_search?source=%zz"})
    void doesNotLetABodyInTheQuerySlipBy(String target) {
        assertThat(harness("request: [{remove: /a}]")
                        .request("GET", target)
                        .send()
                        .status())
                .isEqualTo(400);
    }

    @Test
    void copiesHugeValuesItDoesNotLookInto() {
        String body = "{\"big\":\"" + "x".repeat(3_000_000) + "\",\"a\":1,\"deep\":" + "[".repeat(400) + "]".repeat(400)
                + "}";
        HarnessResult result = harness("request: [{remove: /a}]")
                .request("POST", "/x")
                .body(body)
                .send();

        assertThat(result.upstreamBody()).isEqualTo(body.replace(",\"a\":1", ""));
    }

    @Test
    void removesHugeValues() {
        HarnessResult result = harness("request: [{remove: /big}]")
                .request("POST", "/x")
                .body("{\"big\":\"" + "\\u0078".repeat(500_000) + "\",\"a\":1}")
                .send();

        assertThat(result.upstreamBody()).isEqualTo("{\"a\":1}");
    }

    private static HarnessResult bulk(String edits, String body) {
        return harness("request: " + edits)
                .request("POST", "/logs/_bulk")
                .header("Content-Type", "application/x-ndjson")
                .body(body)
                .upstream(200, "application/json", "{\"took\":1,\"errors\":false,\"items\":[]}")
                .everySplit();
    }

    @Test
    void editsTheDocumentsOfABulkWhereverTheyStand() {
        String body = """
                {"index":{"_id":"1"}}
                {"secret":1, "open":2}
                {"delete":{"_id":"2"}}
                {"create":{}}
                {"secret":3}
                {"update":{"_id":"3"}}
                {"secret":4,"doc":{"secret":5,"x":1},"upsert":{"secret":6}}
                {"update":{"_id":"4"}}
                {"script":"ctx._source.secret=1"}
                """;

        assertThat(bulk("[{remove: /secret}, {set: {path: /by, value: gw}}]", body)
                        .upstreamBody())
                .isEqualTo("""
                {"index":{"_id":"1"}}
                { "open":2,"by":"gw"}
                {"delete":{"_id":"2"}}
                {"create":{}}
                {"by":"gw"}
                {"update":{"_id":"3"}}
                {"secret":4,"doc":{"x":1,"by":"gw"},"upsert":{"by":"gw"}}
                {"update":{"_id":"4"}}
                {"script":"ctx._source.secret=1"}
                """);
    }

    @Test
    void refusesABulkWithADocumentThatIsNotJson() {
        HarnessResult result = bulk("[{remove: /a}]", "{\"index\":{}}\n{\"a\":1}\n{\"index\":{}}\n{\"a\":1\n");

        assertThat(result.status()).isEqualTo(400);
    }

    private static String msearch(String body) {
        return harness("request: [{set: {path: /size, value: 1}}]")
                .request("POST", "/_msearch")
                .header("Content-Type", "application/x-ndjson")
                .body(body)
                .everySplit()
                .upstreamBody();
    }

    @Test
    void editsTheSearchesOfAnMsearchAndNotTheirHeaders() {
        assertThat(msearch("{\"index\":\"a\",\"size\":9}\n{\"size\":9}\n\n{}\n{}\n\n"))
                .isEqualTo("{\"index\":\"a\",\"size\":9}\n{\"size\":1}\n\n{\"size\":1}\n{}\n{\"size\":1}\n");
    }

    @Test
    void leavesNoDoubtWhatIsASearchWhereAnMsearchBeginsWithAnEmptyLine() {
        assertThat(msearch("\n{\"size\":9}\n{\"index\":\"a\"}\n{\"size\":9}\n"))
                .isEqualTo("{}\n{\"size\":1}\n{\"index\":\"a\"}\n{\"size\":1}\n");
    }
}
