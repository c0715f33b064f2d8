package io.sluice.filters.jsonedit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is edited in answers must not reach a client in a form that is not edited. */
class JsonEditAnswersTest {

    private static final String HIDING = "response: [{remove: /hits/hits/*/_source/password}]";

    private static FilterHarness harness(String config) {
        return FilterHarness.of(JsonEditFilter.class, config);
    }

    private static HarnessCall search(String target) {
        return harness(HIDING).request("GET", target);
    }

    @Test
    void editsSuccessfulJsonAnswers() {
        HarnessResult result = harness("response: [{remove: /hits/hits/*/_source/secret}]")
                .request("GET", "/_search")
                .upstream(
                        200,
                        "application/json; charset=UTF-8",
                        "{\"hits\":{\"hits\":[{\"_source\":{\"secret\":1,\"open\":2}},{\"_source\":{\"secret\":3}}]}}")
                .everySplit();

        assertThat(result.body()).isEqualTo("{\"hits\":{\"hits\":[{\"_source\":{\"open\":2}},{\"_source\":{}}]}}");
    }

    @Test
    void leavesErrorsAndOtherRequestsAnswersAlone() {
        FilterHarness harness = harness("{when: {methods: [GET]}, response: [{remove: /a}]}");

        assertThat(harness.request("GET", "/")
                        .upstream(404, "application/json", "{\"a\":1}")
                        .send()
                        .body())
                .isEqualTo("{\"a\":1}");
        assertThat(harness.request("POST", "/?format=yaml")
                        .header("Accept", "application/yaml")
                        .upstream(200, "application/yaml", "a: 1")
                        .send()
                        .body())
                .isEqualTo("a: 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/_search?format=yaml",
                "/_search?format=cbor",
                "/_search?format=smile",
                "/_search?format=YAML",
                "/_search?format=",
                "/_search?format=yaml&format=json",
                "/_search?format=json&format=yaml",
                "/_search?x=1&%66ormat=yaml",
                "/_search?x=1;format=yaml",
                "/_sql?format=txt",
                "/%5Fcat/indices?format=yaml",
                "/_cat,logs/_search?format=yaml",
                "/_cat/_msearch?format=yaml",
                "/_cat/type/_msearch?format=yaml",
                "/_cat/%5Fmsearch?format=yaml",
                "/_cat/indices/../../_search?format=yaml",
                "/_nodes/a/b/hot_threads?format=yaml"
            })
    void refusesToHaveAnswersInAFormThatCannotBeEdited(String target) {
        HarnessResult result = search(target).send();

        assertThat(result.status()).isEqualTo(406);
        assertThat(result.relayed()).isFalse();
        assertThat(result.body()).contains("only JSON answers");
    }

    @Test
    void refusesWhatIsNoReadingOfATable() {
        assertThat(harness(HIDING)
                        .request("POST", "/_cat/indices?format=yaml")
                        .body("{}")
                        .send()
                        .status())
                .isEqualTo(406);
    }

    @Test
    void refusesAQueryInWhichAFormMayBeHidden() {
        assertThat(search("/_search?format=yaml&x=%ff").send().status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/yaml",
                "application/smile",
                "application/cbor",
                "text/plain",
                "text/csv",
                "application/vnd.elasticsearch+cbor;compatible-with=8"
            })
    void refusesClientsThatTakeNoJson(String accept) {
        HarnessResult result = search("/_search").header("Accept", accept).send();

        assertThat(result.status()).isEqualTo(406);
        assertThat(result.relayed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/*|application/json",
                "application/yaml, application/json|application/json",
                "application/yaml, */*;q=0.1|application/json",
                "application/vnd.elasticsearch+json;compatible-with=8|application/vnd.elasticsearch+json;compatible-with=8"
            })
    void asksTheClusterForJson(String accept, String sent) {
        HarnessResult result =
                search("/_search?format=json").header("Accept", accept).send();

        assertThat(result.upstreamHead().headers().all("Accept")).containsExactly(sent);
    }

    @Test
    void asksTheClusterForJsonWhateverTheTypeOfTheRequestsBody() {
        HarnessResult result = harness(HIDING)
                .request("POST", "/_search")
                .header("Content-Type", "application/yaml")
                .body("size: 1")
                .send();

        assertThat(result.upstreamHead().headers().all("Accept")).containsExactly("application/json");
        assertThat(result.upstreamBody()).isEqualTo("size: 1");
    }

    @Test
    void asksForJsonBesideItsEditsOfTheRequest() {
        HarnessResult result = harness("{request: [{remove: /a}], response: [{remove: /a}]}")
                .request("POST", "/_search")
                .header("Accept", "*/*")
                .body("{\"a\":1}")
                .send();

        assertThat(result.upstreamHead().headers().all("Accept")).containsExactly("application/json");
        assertThat(result.upstreamBody()).isEqualTo("{}");
    }

    @Test
    void leavesTheFormOfAnswersToClientsWhereOnlyRequestsAreEdited() {
        HarnessResult result = harness("request: [{remove: /a}]")
                .request("GET", "/_search?format=yaml")
                .header("Accept", "application/yaml")
                .upstream(200, "application/yaml", "a: 1")
                .send();

        assertThat(result.body()).isEqualTo("a: 1");
        assertThat(result.upstreamHead().headers().all("Accept")).containsExactly("application/yaml");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/yaml",
                "application/cbor",
                "application/smile",
                "text/plain",
                "application/vnd.mapbox-vector-tile",
                "application/json-seq",
                ""
            })
    void showsNoAnswerThatItCannotEdit(String type) {
        HarnessResult result =
                search("/_search").upstream(200, type, "password: TOPSECRET").send();

        assertThat(result.status()).isEqualTo(502);
        assertThat(result.body()).contains("sluice_upstream_answer").doesNotContain("TOPSECRET");
    }

    @Test
    void showsNoAnswerWithoutAType() {
        Reply untyped = new Reply(200, Headers.empty(), "TOPSECRET".getBytes(StandardCharsets.UTF_8));

        assertThat(search("/_search").upstream(untyped).send().status()).isEqualTo(502);
    }

    @Test
    void keepsTheStatusOfWhatTheClusterHasDone() {
        HarnessResult result = harness(HIDING)
                .request("POST", "/logs/_update/1")
                .body("{}")
                .upstream(200, "application/yaml", "password: TOPSECRET")
                .send();

        assertThat(result.status()).isEqualTo(200);
        assertThat(result.body()).contains("sluice_answer_withheld").doesNotContain("TOPSECRET");
    }

    @Test
    void letsAnswersWithoutABodyPass() {
        Reply empty = new Reply(200, Headers.of("Content-Length", "0"), new byte[0]);

        assertThat(search("/").upstream(empty).send().status()).isEqualTo(200);
        assertThat(search("/")
                        .upstream(new Reply(204, Headers.empty(), new byte[0]))
                        .send()
                        .status())
                .isEqualTo(204);
        assertThat(harness(HIDING)
                        .request("HEAD", "/logs?format=yaml")
                        .header("Accept", "text/plain")
                        .upstream(new Reply(200, Headers.of("Content-Type", "text/plain"), new byte[0]))
                        .send()
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/_cat",
                "/_cat/indices?v",
                "/_cat/indices/_all?s=index",
                "/_cat/indices?format=yaml",
                "/_nodes/hot_threads",
                "/_nodes/n1/hot_threads",
                "/_cluster/nodes/hotthreads",
                "/_cluster/nodes/n1/hot_threads"
            })
    void letsTextPassThatIsNotAboutWhatIsEdited(String target) {
        HarnessResult result = search(target)
                .header("Accept", "*/*")
                .upstream(200, "text/plain", "green open logs")
                .send();

        assertThat(result.body()).isEqualTo("green open logs");
        assertThat(result.upstreamHead().headers().all("Accept")).containsExactly("*/*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{remove: /*/index}", "{remove: /0/index}", "{set: {path: '', value: 1}}"})
    void showsNoTableWhoseRowsAreEdited(String edit) {
        FilterHarness harness = harness("response: [" + edit + "]");

        assertThat(harness.request("GET", "/_cat/indices?format=yaml").send().status())
                .isEqualTo(406);
        assertThat(harness.request("GET", "/_cat/indices")
                        .upstream(200, "text/plain", "green open logs")
                        .send()
                        .status())
                .isEqualTo(502);
    }

    @Test
    void editsTheRowsOfTables() {
        assertThat(harness("response: [{remove: /*/index}]")
                        .request("GET", "/_cat/indices")
                        .upstream(200, "application/json", "[{\"index\":\"a\",\"health\":\"green\"}]")
                        .everySplit()
                        .body())
                .isEqualTo("[{\"health\":\"green\"}]");
    }

    @Test
    void answers502WhereAnAnswerCannotBeEdited() {
        HarnessResult result = harness("response: [{set: {path: /a/b, value: 1}}]")
                .request("GET", "/")
                .upstream(200, "application/json", "{\"a\":1}")
                .everySplit();

        assertThat(result.status()).isEqualTo(502);
    }
}
