package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.testkit.HarnessResult;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ids in answers, which users see only sealed. */
class SealedAnswersTest extends HandlesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | /logs-1/_search?scroll=1m | {\"took\":1,\"_scroll_id\":\"%s\",\"hits\":{\"_scroll_id\":\"kept\"}}",
                "GET | /logs-1/type/_search?scroll=1m | {\"_scroll_id\":\"%s\"}",
                "POST | /logs-1/_pit?keep_alive=1m | {\"id\":\"%s\",\"_shards\":{\"id\":\"kept\"}}",
                "POST | /logs-1/_search/point_in_time?keep_alive=1m | {\"pit_id\":\"%s\",\"creation_time\":1}",
                "POST | /logs-1/_async_search | {\"id\":\"%s\",\"is_running\":true,\"response\":{\"id\":\"kept\"}}",
                "POST | /logs-1/_plugins/_asynchronous_search | {\"id\":\"%s\",\"state\":\"RUNNING\"}",
                "POST | /logs-1/_eql/search | {\"id\":\"%s\",\"is_running\":true}",
            })
    void sealsIdsInAnswers(String method, String target, String answer) {
        HarnessResult result = by(ANN, method, target)
                .upstream(200, "application/json", answer.formatted(RAW))
                .send();

        assertThat(result.body()).doesNotContain(RAW).isEqualTo(answer.formatted(id(result)));
    }

    /** A search that failed is kept like any other, and answered with the status of what it failed by. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET | /_async_search/ID | 400 | {\"id\":\"%s\",\"is_running\":false,\"error\":{\"type\":\"x\"}}",
                "GET | /_async_search/ID | 503 | {\"error\":{\"id\":\"kept\"},\"id\":\"%s\",\"status\":503}",
                "POST | /logs-1/_async_search | 404 | {\"id\":\"%s\",\"is_running\":false,\"error\":{}}",
                "POST | /logs-1/_eql/search | 500 | {\"id\":\"%s\",\"error\":{}}",
                "POST | /logs-1/_search?scroll=1m | 500 | {\"_scroll_id\":\"%s\",\"error\":{}}",
            })
    void sealsIdsInAnswersOfWhatFailed(String method, String target, int status, String answer) {
        HarnessResult result = by(ANN, method, target.replace("ID", async(ANN)))
                .upstream(status, "application/json", answer.formatted(RAW))
                .send();

        assertThat(result.status()).isEqualTo(status);
        assertThat(result.body()).doesNotContain(RAW).isEqualTo(answer.formatted(id(result)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | application/json | {\"error\":{\"reason\":\"no such index\"},\"status\":404}",
                "404 | application/json | ''",
                "429 | text/plain | too many requests",
            })
    void leavesErrorsWithoutIdsAsTheyAre(int status, String type, String answer) {
        HarnessResult result = by(ANN, "POST", "/logs-1/_async_search")
                .upstream(status, type, answer)
                .send();

        assertThat(result.status()).isEqualTo(status);
        assertThat(result.body()).isEqualTo(answer);
    }

    @Test
    void leavesThePageOfAProxyThatDoesNotSayItsTypeAsItIs() {
        byte[] page = "<html>busy</html>".getBytes(StandardCharsets.UTF_8);

        HarnessResult result = by(ANN, "POST", "/logs-1/_async_search")
                .upstream(new Reply(503, Headers.empty(), page))
                .send();

        assertThat(result.status()).isEqualTo(503);
        assertThat(result.body()).isEqualTo("<html>busy</html>");
    }

    /** Servers store documents as they come, also such as are no JSON: one of them kept everybody from reading its index by scrolls. */
    @ParameterizedTest
    @CsvSource({"/logs-1/_search?scroll=1m, _scroll_id", "/_search, pit_id"})
    void sealsTheIdOfASearchWhateverItsDocumentsAre(String target, String member) {
        String own = "{\"pit\":{\"id\":\"" + pointInTime(ANN) + "\"}}";
        String hits =
                ",\"took\":1,\"hits\":{\"hits\":[{\"_source\":{/*c*/\"\\ud800\":1, 'a':NaN}},{\"_source\":\uFEFF{}}]}}";
        HarnessResult result = by(ANN, "POST", target, target.startsWith("/_") ? own : "{}")
                .upstream(200, "application/json", "{\"" + member + "\":\"" + RAW + "\"" + hits)
                .send();

        assertThat(result.status()).isEqualTo(200);
        assertThat(result.body()).doesNotContain(RAW).isEqualTo("{\"" + member + "\":\"" + id(result) + "\"" + hits);
        assertThat(by(ANN, "POST", target, target.startsWith("/_") ? own : "{}")
                        .upstream(200, "application/json", "{\"" + member + "\":\"" + RAW + "\"}")
                        .send()
                        .body())
                .contains("\"" + member + "\":\"");
    }

    /** Clients that read another form than JSON take it from there. */
    @ParameterizedTest
    @CsvSource({"application/json", "application/cbor"})
    void sealsTheIdInAHeader(String contentType) {
        Headers headers = Headers.of("Content-Type", contentType).with("X-Elasticsearch-Async-Id", RAW);
        HarnessResult result = by(ANN, "POST", "/logs-1/_async_search")
                .upstream(new Reply(200, headers, new byte[] {'{', '}'}))
                .send();

        String sealed = result.headers().get("X-Elasticsearch-Async-Id");
        assertThat(sealed).isNotEmpty().doesNotContain(RAW);
        assertThat(sent(by(ANN, "GET", "/_async_search/" + sealed))).isEqualTo("/_async_search/" + RAW_IN_PATH);
        assertDenied(by(BOB, "GET", "/_async_search/" + sealed).send());
    }

    @Test
    void leavesAnAnswerThatIsNotJsonAsItIs() {
        HarnessResult result = by(ANN, "POST", "/logs-1/_search?scroll=1m")
                .upstream(200, "application/yaml", "_scroll_id: " + RAW)
                .send();

        assertThat(result.body()).isEqualTo("_scroll_id: " + RAW);
        assertDenied(by(ANN, "GET", "/_search/scroll/" + RAW_IN_PATH).send());
    }
}
