package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ExchangeSummary;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that a cluster goes on with after the gateway has given up. */
class UnansweredChangesTest {

    private static final String NONE = "{}";

    private final PlacesIndex index = new PlacesIndex();
    private volatile @Nullable String tasks = NONE;
    private FilterHarness harness;

    @BeforeEach
    void start() {
        index.cluster().answering(target -> target.raw().startsWith("/_tasks?") ? tasks : null);
        // The time of day is moved here, and a lease ends by it.
        harness = index.gateway(", lease: 5m");
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    /** Returns what the request is called in the cluster. */
    private String send(String path, int status) {
        HarnessResult result =
                call(path).upstream(status, "application/json", "{}").send();
        return Objects.requireNonNull(result.upstreamHead().headers().get("X-Opaque-Id"));
    }

    private HarnessCall call(String path) {
        return harness.request("POST", path)
                .principal("acme")
                .header("Content-Type", "application/json")
                .body(path.endsWith("_by_query") ? "{\"query\":{\"match_all\":{}}}" : "{}");
    }

    private static String tasks(String... opaqueIds) {
        String[] tasks = new String[opaqueIds.length];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = "\"b:" + i + "\":{\"headers\":{\"X-Opaque-Id\":\"" + opaqueIds[i] + "\"}}";
        }
        return "{\"nodes\":{\"a\":{\"tasks\":{\"a:1\":{}}},\"b\":{\"tasks\":{" + String.join(",", tasks) + "}}}}";
    }

    private long inFlight() {
        return harness.context().meters().gauge("placement_writes");
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            harness.context().advance(Duration.ofSeconds(1));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/logs/_doc/1",
                "/logs/_doc",
                "/logs/_rollover",
                "/logs/_delete_by_query",
                "/logs/_update_by_query"
            })
    void areInFlightUntilTheClusterHasHadNoTaskOfThemForAWhile(String path) {
        tasks = tasks(send(path, 504));
        look(20);
        assertThat(inFlight()).isEqualTo(1);

        tasks = NONE;
        look(9);
        assertThat(inFlight()).isEqualTo(1);
        look(1);
        assertThat(inFlight()).isZero();
    }

    /** Servers find out who asks, and read the body, before there is a task; and of a bulk that comes in parts there are several, one after the other. */
    @Test
    void areWaitedForAnewWheneverATaskOfThemIsSeen() {
        String mark = send("/logs/_doc/1", 504);
        for (int i = 0; i < 3; i++) {
            tasks = NONE;
            look(9);
            tasks = tasks(mark);
            look(1);
        }
        tasks = NONE;
        look(9);
        assertThat(inFlight()).isEqualTo(1);
        look(1);
        assertThat(inFlight()).isZero();
    }

    @Test
    void areCalledByWhatTheClientCallsThemToo() {
        String mark = Objects.requireNonNull(call("/logs/_doc/1")
                .header("X-Opaque-Id", "of a/client")
                .upstream(504, "application/json", "{}")
                .send()
                .upstreamHead()
                .headers()
                .get("X-Opaque-Id"));
        assertThat(mark).startsWith("acme/~").endsWith("/of a/client");
        tasks = tasks(mark);
        look(20);
        assertThat(inFlight()).isEqualTo(1);
    }

    /** A tenant writes all the time. */
    @Test
    void doNotWaitForRequestsThatAreSentLater() {
        String mark = send("/logs/_doc/1", 504);
        String answered = send("/logs/_doc/1", 200);
        tasks = tasks("acme", "acme/x", answered, "acme-2", "other/~x.1");

        assertThat(answered).isNotEqualTo(mark);
        look(10);
        assertThat(inFlight()).isZero();
    }

    /** Servers log a deprecation once for each of them. */
    @Test
    void haveOneOfAFewMarksThatNoOtherRequestHasMeanwhile() {
        Set<String> answered = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            answered.add(send("/logs/_doc/1", 201));
        }
        assertThat(answered).hasSize(1);

        Set<String> unanswered = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            assertThat(unanswered.add(send("/logs/_doc/1", 504))).isTrue();
        }
        look(10);
        assertThat(inFlight()).isZero();
        assertThat(answered).contains(send("/logs/_doc/1", 201));
    }

    @Test
    void areInFlightWhileTheClusterDoesNotTell() {
        tasks = null;
        send("/logs/_delete_by_query", 504);
        look(20);
        tasks = "{\"node_failures\":[{}]}";
        look(20);
        assertThat(inFlight()).isEqualTo(1);

        tasks = NONE;
        look(10);
        assertThat(inFlight()).isZero();
    }

    /** Each of them has to end, whatever happens to a look. */
    @Test
    void areInFlightWhenALookFailsInAnUnexpectedWay() {
        send("/logs/_doc/1", 504);
        index.cluster().answering(target -> {
            throw new IllegalStateException("unexpected");
        });
        look(3);
        assertThat(inFlight()).isEqualTo(1);

        index.cluster().answering(target -> target.raw().startsWith("/_tasks?") ? tasks : null);
        look(10);
        assertThat(inFlight()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "/logs/_delete_by_query, 200, 0",
        "/logs/_delete_by_query, 409, 0",
        "/logs/_doc/1, 201, 0",
        "/logs/_doc/1, 429, 0",
        "/logs/_doc/1, 408, 1",
        "/logs/_doc/1, 503, 1"
    })
    void areThoseThatAServerHasNotDecided(String path, int status, int count) {
        send(path, status);

        assertThat(inFlight()).isEqualTo(count);
    }

    @ParameterizedTest
    @CsvSource({
        "/logs/_doc/1, no-upstream, 0",
        "/logs/_doc/1, upstream-connect, 0",
        "/logs/_doc/1, rejected, 0",
        "/logs/_doc/1, bad-request, 0",
        "/logs/_doc/1, too-large, 0",
        "/logs/_update_by_query, too-large, 0",
        // Of a body or of an answer.
        "/logs/_doc/1, client-timeout, 1",
        "/logs/_doc/1, client-gone, 1",
        "/logs/_doc/1, upstream-reset, 1",
        "/logs/_doc/1, upstream-timeout, 1",
        "/logs/_doc/1, filter-failed, 1",
        // Newer servers execute a bulk while it comes.
        "/_bulk, bad-request, 1",
        "/_bulk, client-timeout, 1",
        "/_bulk, no-upstream, 0"
    })
    void areThoseOfWhichTheEndMayHaveReachedTheCluster(String path, String failure, int count) {
        call(path)
                .body(path.equals("/_bulk") ? "{\"delete\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n" : "{}")
                .failing(failure)
                .send();

        assertThat(inFlight()).isEqualTo(count);
    }

    @Test
    void areNoSearches() {
        assertThat(send("/logs/_search", 504)).isEqualTo("acme");

        assertThat(inFlight()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void areBulksOfWhichANodeDidNotAnswer(boolean unknown) {
        harness.request("POST", "/_bulk")
                .principal("acme")
                .header("Content-Type", "application/x-ndjson")
                .body("{\"delete\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n")
                .upstream(200, "application/json", "{\"items\":[]}")
                .regrouped(new ExchangeSummary.Bulk(9, 3, 2, 2, 0, unknown, null))
                .send();

        assertThat(inFlight()).isEqualTo(unknown ? 1 : 0);
        look(10);
        assertThat(inFlight()).isZero();
    }

    /** Relayed whole or regrouped, clients get the items of one answer. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'items':[{'delete':{'status':200}},{'delete':{'status':503,'error':{'type':'t'}}}]}| 1",
                "{'items':[{'delete':{'status':200}},{'delete':{'status':408}},{'delete':{'status':200}}]}| 1",
                "{'errors':true,'items':[{'delete':{'status':409,'error':{'type':'t'}}},{'index':{'status':429}}]}| 0",
                "{'errors':false,'items':[{'delete':{'status':200}},{'delete':{'status':404}}]}| 0",
                "{'items':[{'index':{'status':201,'get':{'_source':{'status':503}}}}]}| 0",
                // filter_path left the statuses out.
                "{'items':[{'delete':{}},{'delete':{'error':{'type':'t'}}}]}| 1",
                "{'errors':true}| 1",
                "{'errors':false}| 0",
            })
    void areBulksOfWhichAnItemIsNotDecided(String answer, int count) {
        harness.request("POST", "/_bulk")
                .principal("acme")
                .header("Content-Type", "application/x-ndjson")
                .body("{\"delete\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n".repeat(3))
                .upstream(200, "application/json", answer.replace('\'', '"'))
                .send();

        assertThat(inFlight()).isEqualTo(count);
        look(10);
        assertThat(inFlight()).isZero();
    }

    /** It shows the status of one item, and not that of the item which failed. */
    @Test
    void areBulksOfWhichAFilterPathMayHideAFailedItem() {
        for (String path : List.of("errors", "errors,items.index.status", "errors,items.*.status")) {
            harness.request("POST", "/_bulk?filter_path=" + path)
                    .principal("acme")
                    .header("Content-Type", "application/x-ndjson")
                    .body("{\"delete\":{\"_index\":\"logs\",\"_id\":\"1\"}}\n".repeat(2))
                    .upstream(200, "application/json", "{\"errors\":true,\"items\":[{\"index\":{\"status\":201}}]}")
                    .send();

            assertThat(inFlight()).as(path).isEqualTo(1);
            look(10);
            assertThat(inFlight()).isZero();
        }
    }

    /** A cluster may be away for hours. */
    @Test
    void areFewInFlightHoweverManyThereAre() {
        tasks = null;
        String last = "";
        for (int i = 0; i < 3_000; i++) {
            last = send("/logs/_doc/1", 504);
        }
        look(20);
        assertThat(inFlight()).isEqualTo(1_001);

        tasks = tasks(last);
        look(10);
        assertThat(inFlight()).as("the last 2,000 are over together").isEqualTo(1);
        tasks = NONE;
        look(10);
        assertThat(inFlight()).isZero();
    }
}
