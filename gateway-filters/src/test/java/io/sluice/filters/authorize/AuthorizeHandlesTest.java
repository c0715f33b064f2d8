package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Principal;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids of scrolls, points in time and asynchronous searches, which are sealed for the user who opened them. */
class AuthorizeHandlesTest extends HandlesTest {

    @Test
    void opensAScrollInEveryPlace() {
        String own = scroll(ANN);
        String inBody = "{\"scroll\":\"1m\",\"scroll_id\":\"%s\"}";

        assertThat(by(ANN, "POST", "/_search/scroll", inBody.formatted(own))
                        .everySplit()
                        .upstreamBody())
                .isEqualTo(inBody.formatted(RAW));
        assertThat(by(ANN, "GET", "/_search/scroll", inBody.formatted(own))
                        .send()
                        .upstreamBody())
                .isEqualTo(inBody.formatted(RAW));
        assertThat(sent(by(ANN, "GET", "/_search/scroll/" + own + "?scroll=1m")))
                .isEqualTo("/_search/scroll/" + RAW_IN_PATH + "?scroll=1m");
        assertThat(sent(by(ANN, "POST", "/_search/scroll?scroll=1m&scroll_id=" + own)))
                .isEqualTo("/_search/scroll?scroll=1m&scroll_id=" + RAW_IN_PATH);
        assertThat(sent(by(ANN, "DELETE", "/_search/scroll/" + own + "," + scroll(ANN))))
                .isEqualTo("/_search/scroll/" + (RAW + "," + RAW).replace("=", "%3D"));
        assertThat(by(ANN, "DELETE", "/_search/scroll", "{\"scroll_id\":[\"" + own + "\",\"" + scroll(ANN) + "\"]}")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo("{\"scroll_id\":[\"" + RAW + "\",\"" + RAW + "\"]}");
    }

    @Test
    void sealsTheNextIdOfAScroll() {
        HarnessResult result = by(ANN, "POST", "/_search/scroll", "{\"scroll_id\":\"" + scroll(ANN) + "\"}")
                .upstream(200, "application/json", "{\"_scroll_id\":\"next\",\"hits\":{}}")
                .send();
        String next = id(result);

        assertThat(by(ANN, "POST", "/_search/scroll", "{\"scroll_id\":\"" + next + "\"}")
                        .send()
                        .upstreamBody())
                .isEqualTo("{\"scroll_id\":\"next\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"pit\":{\"id\":\"%s\",\"keep_alive\":\"1m\"},\"size\":1}",
                "{\"size\":1,\"pit\":{\"keep_alive\":\"1m\",\"id\":\"%s\"}}",
                "{\"query\":{\"match_all\":{}},\"pi\\u0074\":{\"id\":\"%s\"},\"pit\":{\"id\":\"%s\"}}",
            })
    void opensThePointInTimeOfASearch(String body) {
        String own = pointInTime(ANN);
        HarnessResult result = by(ANN, "POST", "/_search", body.replace("%s", own))
                .upstream(200, "application/json", "{\"pit_id\":\"" + RAW + "\",\"hits\":{}}")
                .send();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/_search");
        assertThat(result.upstreamBody()).isEqualTo(body.replace("%s", RAW));
        assertThat(result.body()).doesNotContain(RAW).contains(id(result));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/_pit | {\"id\":\"%s\"}",
                "/_search/point_in_time | {\"pit_id\":[\"%s\"]}",
                "/_search/point_in_time | {\"pit_id\":\"%s\"}"
            })
    void opensThePointsInTimeThatAreClosed(String path, String body) {
        HarnessResult result = by(ANN, "DELETE", path, body.formatted(pointInTime(ANN)))
                .upstream(200, "application/json", "{\"pits\":[{\"successful\":true,\"pit_id\":\"" + RAW + "\"}]}")
                .send();

        assertThat(result.upstreamBody()).isEqualTo(body.formatted(RAW));
        assertThat(result.body()).doesNotContain(RAW);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /_async_search/%s?wait_for_completion_timeout=1s",
        "DELETE, /_async_search/%s",
        "GET, /_async_search/status/%s",
        "GET, /_plugins/_asynchronous_search/%s",
        "DELETE, /_plugins/_asynchronous_search/%s"
    })
    void opensAnAsynchronousSearch(String method, String target) {
        HarnessResult result = by(ANN, method, target.formatted(async(ANN)))
                .upstream(200, "application/json", "{\"id\":\"" + RAW + "\",\"response\":{\"pit_id\":\"" + RAW + "\"}}")
                .send();

        assertThat(result.upstreamHead().target().raw()).isEqualTo(target.formatted(RAW_IN_PATH));
        assertThat(result.body()).doesNotContain(RAW);
    }

    /** Every way to give an id; %s is the id. */
    private List<HarnessCall> ways(@Nullable Principal user, String id) {
        List<HarnessCall> ways = new ArrayList<>();
        for (String target : List.of(
                "GET /_search/scroll/%s",
                "POST /_search/scroll/%s",
                "GET /_search/scroll?scroll_id=%s",
                "DELETE /_search/scroll/%s",
                "DELETE /_search/scroll?scroll_id=%s",
                "GET /_async_search/%s",
                "DELETE /_async_search/%s",
                "GET /_async_search/status/%s",
                "GET /_eql/search/%s",
                "DELETE /_eql/search/%s",
                "GET /_eql/search/status/%s",
                "GET /_plugins/_asynchronous_search/%s",
                "DELETE /_plugins/_asynchronous_search/%s")) {
            String[] parts = target.formatted(id.replace("=", "%3D")).split(" ");
            ways.add(by(user, parts[0], parts[1]));
        }
        for (String call : List.of(
                "POST /_search/scroll {\"scroll_id\":\"%s\"}",
                "GET /_search/scroll {\"scroll_id\":\"%s\"}",
                "DELETE /_search/scroll {\"scroll_id\":\"%s\"}",
                "DELETE /_search/scroll {\"scroll_id\":[\"%s\"]}",
                "DELETE /_pit {\"id\":\"%s\"}",
                "DELETE /_search/point_in_time {\"pit_id\":\"%s\"}",
                "DELETE /_search/point_in_time {\"pit_id\":[\"%s\"]}",
                "POST /_search {\"pit\":{\"id\":\"%s\"}}",
                "POST /_search {\"pit\":{\"i\\u0064\":\"%s\"}}",
                "GET /_async_search {\"pit\":{\"id\":\"%s\"}}",
                "POST /logs-1/_search {\"pit\":{\"id\":\"%s\"}}",
                "POST /logs-1/_count {\"pit\":{\"id\":\"%s\"}}")) {
            String[] parts = call.formatted(id).split(" ");
            ways.add(by(user, parts[0], parts[1])
                    .header("Content-Type", "application/json")
                    .body(parts[2]));
        }
        String line = "{}\n{\"pit\":{\"id\":\"" + id + "\"}}\n";
        ways.add(by(user, "POST", "/_msearch")
                .header("Content-Type", "application/x-ndjson")
                .header("Content-Length", Integer.toString(line.length()))
                .body(line));
        return ways;
    }

    private void assertDeniedEverywhere(@Nullable Principal user, String id) {
        for (HarnessCall way : ways(user, id)) {
            assertDenied(way.send());
        }
    }

    @Test
    void refusesIdsThatTheServerMade() {
        assertDeniedEverywhere(ANN, RAW);
    }

    @Test
    void refusesIdsOfOtherUsersInEveryPlace() {
        for (String others : List.of(scroll(ANN), pointInTime(ANN), async(ANN))) {
            assertDeniedEverywhere(BOB, others);
            assertDeniedEverywhere(new Principal("ann", "jwt"), others);
            assertDeniedEverywhere(new Principal("h/ann", "basic-aut"), others);
            assertDeniedEverywhere(null, others);
        }
    }

    @Test
    void letsNobodyContinueWhatNobodyOpened() {
        String nobodys = scroll(null);

        assertThat(by(null, "GET", "/_search/scroll/" + nobodys).send().relayed())
                .isTrue();
        assertDeniedEverywhere(ANN, nobodys);
    }

    @Test
    void refusesAnIdInThePlaceOfAnotherKind() {
        String scroll = scroll(ANN);
        String point = pointInTime(ANN);

        assertDenied(by(ANN, "GET", "/_async_search/" + scroll).send());
        assertDenied(by(ANN, "GET", "/_eql/search/" + async(ANN)).send());
        assertDenied(by(ANN, "POST", "/_search", "{\"pit\":{\"id\":\"" + scroll + "\"}}")
                .send());
        assertDenied(by(ANN, "POST", "/_search/scroll", "{\"scroll_id\":\"" + point + "\"}")
                .send());
        assertDenied(by(ANN, "DELETE", "/_pit", "{\"id\":\"" + scroll + "\"}").send());
    }

    @Test
    void refusesIdsThatWereCutOrChanged() {
        String own = scroll(ANN);
        for (int cut = 1; cut < own.length(); cut++) {
            assertDenied(
                    by(ANN, "GET", "/_search/scroll/" + own.substring(0, cut)).send());
        }
        for (int i = 0; i < own.length() - 1; i++) {
            char other = own.charAt(i) == 'B' ? 'C' : 'B';
            String changed = own.substring(0, i) + other + own.substring(i + 1);
            assertDenied(by(ANN, "POST", "/_search/scroll", "{\"scroll_id\":\"" + changed + "\"}")
                    .send());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DELETE | /_search/scroll | {\"scroll_id\":\"_all\"}",
                "DELETE | /_search/scroll | {\"scroll_id\":[\"%s\",\"_all\"]}",
                "DELETE | /_search/scroll | {\"scroll_id\":[[\"_all\"]]}",
                "DELETE | /_search/scroll | {\"scroll_id\":\"%s\",\"scroll_id\":\"_all\"}",
                "DELETE | /_search/scroll | {\"scroll_id\":\"\"}",
                "DELETE | /_search/scroll | {\"scroll_id\":null}",
                "DELETE | /_search/scroll | {\"scroll_id\":1}",
                "DELETE | /_search/scroll/_all | {}",
                "DELETE | /_search/scroll/%s,_all | {}",
                "DELETE | /_search/scroll/%s, | {}",
                "DELETE | /_search/scroll?scroll_id=%s,_all | {}",
                "DELETE | /_search/scroll?scroll_id=%s&scroll_id=_all | {}",
                "DELETE | /_search/scroll/%s?scroll_id=_all | {}",
                "DELETE | /_search/scroll/* | {}",
                "DELETE | /_search/point_in_time/_all | {}",
                "DELETE | /_search/point_in_time | {\"pit_id\":[\"_all\"]}",
                "DELETE | /_search/point_in_time | {\"pit_id\":\"*\"}",
                "POST | /_search | {\"pit\":null}",
                "POST | /_search | {\"pit\":\"x\"}",
                "POST | /_search | {\"pit\":[{\"id\":\"%s\"}]}",
                "POST | /_search | {\"pit\":{\"id\":null}}",
                "POST | /_reindex | {\"source\":{\"index\":\"logs-1\",\"pit\":{\"id\":\"%s\"}},\"dest\":{\"index\":\"logs-2\"}}",
            })
    void refusesWhatMeansMoreThanOnesOwn(String method, String target, String body) {
        FilterHarness writer = harness("{allow: {classes: [read, write], indices: ['logs-*']}}");
        String own = scroll(writer, ANN);
        HarnessResult result = by(ANN, writer, method, target.replace("%s", own))
                .header("Content-Type", "application/json")
                .body(body.replace("%s", own))
                .send();

        assertThat(result.relayed()).as(result.describe()).isFalse();
        assertThat(result.status()).isIn(403, 400);
    }

    @Test
    void readsBodiesOfThoseWhoContinueOnlyAsJson() {
        assertThat(by(ANN, "POST", "/_search/scroll")
                        .header("Content-Type", "application/smile")
                        .body("x")
                        .send()
                        .status())
                .isEqualTo(406);
        assertThat(by(ANN, "POST", "/_search/scroll?source=%7B%7D&source_content_type=application/json")
                        .send()
                        .status())
                .isEqualTo(400);
    }

    @Test
    void leavesIdsToWhoReadsEverything() {
        FilterHarness all = harness("{allow: {classes: [read]}}");
        String answer = "{\"_scroll_id\":\"" + RAW + "\"}";

        assertThat(by(ANN, all, "POST", "/logs-1/_search?scroll=1m")
                        .upstream(200, "application/json", answer)
                        .send()
                        .body())
                .isEqualTo(answer);
        for (String id : List.of(RAW, "_all")) {
            HarnessResult result = by(ANN, all, "DELETE", "/_search/scroll")
                    .header("Content-Type", "application/json")
                    .body("{\"scroll_id\":\"" + id + "\"}")
                    .send();
            assertThat(result.upstreamBody()).isEqualTo("{\"scroll_id\":\"" + id + "\"}");
        }
        assertThat(by(ANN, all, "POST", "/_search/scroll")
                        .header("Content-Type", "application/smile")
                        .body("x")
                        .send()
                        .relayed())
                .isTrue();
    }

    @Test
    void opensWhatWasSealedForOneWhoNowReadsEverything() {
        String handles = "handles: {keys: ['" + "A".repeat(43) + "=']}";
        String own = scroll(harness(READ_LOGS, handles), ANN);
        FilterHarness all = harness("{allow: {classes: [read]}}", handles);

        assertThat(sent(by(ANN, all, "GET", "/_search/scroll/" + own))).isEqualTo("/_search/scroll/" + RAW_IN_PATH);
    }

    @Test
    void opensWhatAGatewayWithTheSameKeySealed() {
        String handles = "handles: {keys: ['" + "A".repeat(43) + "=']}";
        String own = scroll(harness(READ_LOGS, handles), ANN);

        assertThat(sent(by(ANN, harness(READ_LOGS, handles), "GET", "/_search/scroll/" + own)))
                .isEqualTo("/_search/scroll/" + RAW_IN_PATH);
        assertDenied(by(ANN, "GET", "/_search/scroll/" + own).send());
    }

    @Test
    void opensNothingThatHasExpired() {
        FilterHarness brief = harness(READ_LOGS, "handles: {lifetime: 10m}");
        String own = scroll(brief, ANN);
        assertThat(by(ANN, brief, "GET", "/_search/scroll/" + own).send().relayed())
                .isTrue();

        context.clock().advance(Duration.ofMinutes(11));
        assertDenied(by(ANN, brief, "GET", "/_search/scroll/" + own).send());
    }

    @Test
    void opensPointsInTimeInSeveralSearches() {
        String own = pointInTime(ANN);
        String body = "{}\n{\"pit\":{\"id\":\"%s\"}}\n{\"index\":\"logs-1\"}\n{}\n";
        HarnessResult result = by(ANN, "POST", "/_msearch")
                .header("Content-Type", "application/x-ndjson")
                .header("Content-Length", Integer.toString(body.formatted(own).length()))
                .body(body.formatted(own))
                .upstream(200, "application/json", "{\"responses\":[{\"pit_id\":\"" + RAW + "\",\"hits\":{}},{}]}")
                .send();

        assertThat(result.upstreamHead().target().raw()).isEqualTo("/_msearch");
        assertThat(result.upstreamBody()).isEqualTo(body.formatted(RAW));
        assertThat(result.body()).doesNotContain(RAW).contains("\"responses\":[{\"pit_id\":\"A");
    }
}
