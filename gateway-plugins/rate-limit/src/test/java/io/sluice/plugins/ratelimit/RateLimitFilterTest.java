package io.sluice.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.api.Reply;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RateLimitFilterTest {

    private final List<FilterHarness> harnesses = new ArrayList<>();
    private final RateLimitFactory factory = new RateLimitFactory();

    @AfterEach
    void close() {
        harnesses.forEach(FilterHarness::close);
    }

    private FilterHarness harness(String limits) {
        return harness(limits, "");
    }

    private FilterHarness harness(String limits, String more) {
        FilterHarness made = FilterHarness.of(factory, "limits: [" + limits + "]\n" + more, new TestContext());
        harnesses.add(made);
        return made;
    }

    private static int granted(HarnessCall call, int times) {
        int granted = 0;
        for (int i = 0; i < times; i++) {
            granted += call.send().relayed() ? 1 : 0;
        }
        return granted;
    }

    @Test
    void letsTheBurstThroughAndThenWhatTheRateBrings() {
        FilterHarness harness = harness("{ name: all, rate: 10/s, burst: 5 }");
        HarnessCall call = harness.request("GET", "/logs/_search");

        assertThat(granted(call, 8)).isEqualTo(5);
        harness.context().advance(Duration.ofMillis(250));
        assertThat(granted(call, 8)).isEqualTo(2);
        harness.context().advance(Duration.ofHours(1));
        assertThat(granted(call, 8)).isEqualTo(5);
    }

    @Test
    void refusesInElasticsearchsShapeAndSaysWhenToComeAgain() {
        FilterHarness harness = harness("{ name: all, rate: 6/m, burst: 1 }");
        harness.request("GET", "/").send();

        HarnessResult refused = harness.request("GET", "/").send();

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body())
                .contains("\"type\":\"es_rejected_execution_exception\"", "\"status\":429", "limit [all]", "6/m");
        assertThat(refused.headers().get("Retry-After")).isEqualTo("10");
        assertThat(refused.headers().get("RateLimit-Policy")).isEqualTo("\"all\";q=1;w=10");
        assertThat(refused.headers().get("RateLimit")).isEqualTo("\"all\";r=0;t=10");
        assertThat(harness.context().meters().count("refused_requests{limit=all}"))
                .isEqualTo(1);
    }

    @Test
    void tellsOfTheLimitsInEveryAnswerWhereThatIsWanted() {
        FilterHarness harness =
                harness("{ name: few, rate: 4/s, burst: 2 }, { name: load, of: bytes, rate: 1KiB/s }", "headers: all");

        HarnessResult result = harness.request("POST", "/logs/_doc")
                .header("Content-Length", "24")
                .body("x".repeat(24))
                .send();

        assertThat(result.headers().get("RateLimit-Policy"))
                .isEqualTo("\"few\";q=2;w=1, \"load\";q=1024;qu=\"content-bytes\";w=1");
        assertThat(result.headers().get("RateLimit")).isEqualTo("\"few\";r=1;t=1, \"load\";r=1000;t=1");
    }

    @Test
    void tellsOfItsLimitsBeforeThoseOfAnotherFilter() {
        FilterHarness harness = harness("{ name: few, rate: 4/s, burst: 2 }", "headers: all");
        Reply refusal = Reply.text(429, "full").withHeader("RateLimit", "\"other\";r=0;t=1");

        HarnessResult result = harness.request("GET", "/").upstream(refusal).send();

        assertThat(result.headers().get("RateLimit")).isEqualTo("\"few\";r=1;t=1, \"other\";r=0;t=1");
        assertThat(result.headers().get("RateLimit-Policy")).isEqualTo("\"few\";q=2;w=1");
    }

    @Test
    void tellsNothingWhereThatIsWanted() {
        FilterHarness harness = harness("{ name: all, rate: 1/h, burst: 1 }", "headers: none");
        harness.request("GET", "/").send();

        HarnessResult refused = harness.request("GET", "/").send();

        assertThat(refused.headers().contains("RateLimit")).isFalse();
        assertThat(refused.headers().get("Retry-After")).isEqualTo("3600");
    }

    @Test
    void keepsClientsApartByTheNetworkOfTheirAddress() {
        FilterHarness harness = harness("{ name: per-client, rate: 1/h, burst: 1, by: [client] }");

        assertThat(granted(harness.request("GET", "/").client("2001:db8::1"), 2))
                .isEqualTo(1);
        assertThat(granted(harness.request("GET", "/").client("2001:db8::ffff:1"), 2))
                .isZero();
        assertThat(granted(harness.request("GET", "/").client("2001:db8:0:1::1"), 2))
                .isEqualTo(1);
        assertThat(granted(harness.request("GET", "/").client("10.0.0.1"), 2)).isEqualTo(1);
        assertThat(granted(harness.request("GET", "/").client("10.0.0.2"), 2)).isEqualTo(1);
    }

    /** Who issues them may name them in any order. */
    @Test
    void takesFromOneBucketInWhateverOrderAClaimHasItsValues() {
        FilterHarness harness = harness("{ name: teams, rate: 1/h, burst: 1, by: ['claim:team'] }");

        assertThat(granted(call(harness, "/a/_search", of("x", "y"), "t"), 2)).isEqualTo(1);
        assertThat(granted(call(harness, "/a/_search", of("y", "x"), "t"), 2)).isZero();
        assertThat(granted(call(harness, "/a/_search", of("x", "y", "x"), "t"), 2))
                .isZero();
        assertThat(granted(call(harness, "/a/_search", of("x"), "t"), 2)).isEqualTo(1);
    }

    private static Principal of(String... teams) {
        return new Principal("u", "r", Map.of("team", List.of(teams)));
    }

    @Test
    void keepsAValueApartFromAListThatIsWrittenLikeIt() {
        FilterHarness harness = harness("{ name: teams, rate: 1/h, burst: 1, by: ['claim:team'] }");

        assertThat(granted(call(harness, "/a/_search", of("a", "b"), "t"), 2)).isEqualTo(1);
        assertThat(granted(call(harness, "/a/_search", of("1:a1:b"), "t"), 2)).isEqualTo(1);
    }

    @Test
    void keepsUsersTenantsClaimsAndIndicesApart() {
        FilterHarness harness =
                harness("{ name: fine, rate: 1/h, burst: 1, by: [principal, tenant, 'claim:team', index] }");
        HarnessCall first = call(harness, "/a/_search", new Principal("u", "r", Map.of("team", List.of("x"))), "t");

        assertThat(granted(first, 2)).isEqualTo(1);
        assertThat(granted(call(harness, "/b/_search", new Principal("u", "r", Map.of("team", List.of("x"))), "t"), 2))
                .isEqualTo(1);
        assertThat(granted(call(harness, "/a/_search", new Principal("v", "r", Map.of("team", List.of("x"))), "t"), 2))
                .isEqualTo(1);
        assertThat(granted(call(harness, "/a/_search", new Principal("u", "q", Map.of("team", List.of("x"))), "t"), 2))
                .isEqualTo(1);
        assertThat(granted(
                        call(harness, "/a/_search", new Principal("u", "r", Map.of("team", List.of("x", "y"))), "t"),
                        2))
                .isEqualTo(1);
        assertThat(granted(call(harness, "/a/_search", new Principal("u", "r", Map.of("team", List.of("x"))), "s"), 2))
                .isEqualTo(1);
        assertThat(granted(
                        call(harness, "/_search?index=a", new Principal("u", "r", Map.of("team", List.of("x"))), "t"),
                        2))
                .isZero();
    }

    private static HarnessCall call(FilterHarness harness, String target, Principal user, String tenant) {
        return harness.request("GET", target).fact(ExchangeKey.PRINCIPAL, user).fact(ExchangeKey.TENANT, tenant);
    }

    @Test
    void believesHeadersOfSomeClientsOnly() {
        FilterHarness harness =
                harness("{ name: app, rate: 1/h, burst: 1, by: ['header:X-App'], headersFrom: [10.0.0.0/8] }");

        assertThat(granted(harness.request("GET", "/").client("10.0.0.1").header("X-App", "a"), 2))
                .isEqualTo(1);
        assertThat(granted(harness.request("GET", "/").client("10.0.0.2").header("X-App", "a"), 2))
                .isZero();
        assertThat(granted(harness.request("GET", "/").client("192.0.2.1").header("X-App", "b"), 2))
                .isEqualTo(1);
        assertThat(granted(harness.request("GET", "/").client("192.0.2.1").header("X-App", "c"), 2))
                .as("another name does not help a client that is not believed")
                .isZero();
    }

    @Test
    void treatsRequestsWithoutTheKeyAsConfigured() {
        FilterHarness byClient = harness("{ name: one, rate: 1/h, burst: 1, by: [principal] }");
        FilterHarness together = harness("{ name: two, rate: 1/h, burst: 1, by: [principal], missing: shared }");
        FilterHarness passed = harness("{ name: three, rate: 1/h, burst: 1, by: [principal], missing: pass }");

        assertThat(granted(byClient.request("GET", "/").client("10.0.0.1"), 2)).isEqualTo(1);
        assertThat(granted(byClient.request("GET", "/").client("10.0.0.2"), 2)).isEqualTo(1);
        assertThat(granted(together.request("GET", "/").client("10.0.0.1"), 2)).isEqualTo(1);
        assertThat(granted(together.request("GET", "/").client("10.0.0.2"), 2)).isZero();
        assertThat(granted(passed.request("GET", "/"), 9)).isEqualTo(9);
    }

    @Test
    void meansOnlyWhatItsConditionSays() {
        FilterHarness harness = harness("{ name: search, rate: 1/h, burst: 1, when: { paths: ['/{index}/_search'] } }");

        assertThat(granted(harness.request("GET", "/logs/_doc/1"), 5)).isEqualTo(5);
        assertThat(granted(harness.request("GET", "/logs/_search"), 5)).isEqualTo(1);
        assertThat(harness.request("GET", "/logs/%5Fsearch").send().status()).isEqualTo(400);
    }

    @Test
    void givesBackWhatOtherLimitsGaveToARefusedRequest() {
        FilterHarness harness =
                harness("{ name: all, rate: 1/h, burst: 3 }," + " { name: one, rate: 1/h, burst: 1, by: [client] }");

        assertThat(granted(harness.request("GET", "/").client("10.0.0.1"), 50)).isEqualTo(1);
        assertThat(granted(harness.request("GET", "/").client("10.0.0.2"), 50)).isEqualTo(1);
        assertThat(granted(harness.request("GET", "/").client("10.0.0.3"), 50)).isEqualTo(1);
        assertThat(granted(harness.request("GET", "/").client("10.0.0.4"), 50)).isZero();
    }

    @Test
    void waitsForTokensWhereADelayIsAllowed() {
        FilterHarness harness = harness("{ name: all, rate: 50/s, burst: 1, delay: 500ms }");

        assertThat(granted(harness.request("GET", "/"), 4)).isEqualTo(4);
        assertThat(harness.context().meters().count("delayed_requests{limit=all}"))
                .isEqualTo(3);
        FilterHarness slow = harness("{ name: slow, rate: 1/s, burst: 1, delay: 500ms }");
        assertThat(granted(slow.request("GET", "/"), 4)).isEqualTo(1);
    }

    @Test
    void takesTheBytesOfABodyBeforeItComes() {
        FilterHarness harness = harness("{ name: load, of: bytes, rate: 100B/s, burst: 1000 }");
        HarnessCall call = harness.request("POST", "/logs/_doc")
                .header("Content-Length", "400")
                .body("x".repeat(400));

        assertThat(granted(call, 5)).isEqualTo(2);
        assertThat(call.send().headers().get("Retry-After")).isEqualTo("2");
        assertThat(granted(harness.request("GET", "/"), 3)).isEqualTo(3);
    }

    @Test
    void refusesForGoodWhatNoBucketEverHolds() {
        FilterHarness harness = harness("{ name: load, of: bytes, rate: 100B/s, burst: 1000 }");

        HarnessResult result = harness.request("POST", "/logs/_doc")
                .header("Content-Length", "1001")
                .body("x".repeat(1001))
                .send();

        assertThat(result.status()).isEqualTo(413);
        assertThat(result.body()).contains("content_too_long_exception", "limit [load]", "1000");
    }

    private static HarnessResult chunked(FilterHarness harness, String method, String target, String body) {
        return harness.request(method, target)
                .header("Transfer-Encoding", "chunked")
                .body(body)
                .send();
    }

    @Test
    void chargesABodyWithoutLengthAtItsEnd() {
        FilterHarness harness = harness("{ name: load, of: bytes, rate: 100B/s, burst: 1000, unknownLength: 10B }");

        assertThat(chunked(harness, "POST", "/logs/_doc", "x".repeat(1500)).relayed())
                .isTrue();
        assertThat(chunked(harness, "POST", "/logs/_doc", "x").status())
                .as("the bucket owes 500 bytes")
                .isEqualTo(429);
        assertThat(chunked(harness, "GET", "/logs/_search", "x").status())
                .as("no method gets past the debt")
                .isEqualTo(429);
        harness.context().advance(Duration.ofMillis(5200));
        assertThat(chunked(harness, "POST", "/logs/_doc", "x").relayed()).isTrue();
    }

    @Test
    void takesAByteForARequestWithoutABody() {
        FilterHarness harness = harness("{ name: load, of: bytes, rate: 1B/h, burst: 100, unknownLength: 60B }");

        assertThat(granted(harness.request("POST", "/logs/_refresh"), 10)).isEqualTo(10);
    }

    @Test
    void givesBackBytesThatNeverCame() {
        FilterHarness harness = harness("{ name: load, of: bytes, rate: 1B/h, burst: 1000 }");

        for (int i = 0; i < 20; i++) {
            assertThat(harness.request("POST", "/logs/_doc")
                            .header("Content-Length", "900")
                            .body("x")
                            .send()
                            .relayed())
                    .isTrue();
        }
    }

    private static String bulk(int items, String index) {
        return ("{\"index\":{\"_index\":\"" + index + "\"}}\n{\"a\":1}\n").repeat(items);
    }

    private static HarnessCall bulkCall(FilterHarness harness, String body) {
        return harness.request("POST", "/_bulk")
                .header("Content-Type", "application/x-ndjson")
                .body(body)
                .upstream(200, "application/json", "{\"took\":1,\"errors\":false,\"items\":[]}");
    }

    @Test
    void refusesAWholeBulkWhereThereIsNoTokenAtAll() {
        FilterHarness harness = harness("{ name: docs, of: documents, rate: 1/h, burst: 3 }");

        assertThat(bulkCall(harness, bulk(3, "a")).send().status()).isEqualTo(200);
        HarnessResult refused = bulkCall(harness, bulk(3, "a")).send();

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.relayed()).isFalse();
        assertThat(granted(harness.request("GET", "/logs/_search"), 5)).isEqualTo(5);
    }

    @Test
    void letsTheItemsThroughThatHaveTokensAndNoneBehindARefusedOne() {
        FilterHarness harness = harness("{ name: docs, of: documents, rate: 1/h, burst: 5 }");

        HarnessResult result = bulkCall(harness, bulk(3, "a") + bulk(4, "b")).send();

        assertThat(result.upstreamBody()).isEqualTo(bulk(3, "a") + bulk(2, "b"));
        assertThat(harness.context().meters().count("refused_documents{limit=docs}"))
                .isEqualTo(2);
    }

    @Test
    void countsTheItemsOfEachIndexApart() {
        FilterHarness harness = harness("{ name: docs, of: documents, rate: 1/h, burst: 2, by: [index] }");

        assertThat(bulkCall(harness, bulk(2, "a") + bulk(1, "b")).send().upstreamBody())
                .isEqualTo(bulk(2, "a") + bulk(1, "b"));
        assertThat(bulkCall(harness, bulk(1, "b") + bulk(1, "a") + bulk(1, "c"))
                        .send()
                        .upstreamBody())
                .as("nothing follows a refused item")
                .isEqualTo(bulk(1, "b"));
        assertThat(bulkCall(harness, bulk(2, "c")).send().upstreamBody()).isEqualTo(bulk(2, "c"));
    }

    @Test
    void givesBackTokensOfABulkThatWereNotUsed() {
        FilterHarness harness = harness("{ name: docs, of: documents, rate: 100000/h, burst: 10000 }");

        for (int i = 0; i < 100; i++) {
            assertThat(bulkCall(harness, bulk(100, "a")).send().upstreamBody()).isEqualTo(bulk(100, "a"));
        }
        assertThat(bulkCall(harness, bulk(1, "a")).send().status()).isEqualTo(429);
    }

    @Test
    void keepsBucketsOverAReload() {
        FilterHarness before = harness("{ name: all, rate: 1/h, burst: 2 }, { name: other, rate: 9/s }");
        assertThat(granted(before.request("GET", "/"), 5)).isEqualTo(2);

        FilterHarness after =
                harness("{ name: all, rate: 1/h, burst: 2, delay: 1s }, { name: other, rate: 8/s }", "maxKeys: 5");
        harnesses.remove(before);
        before.close();

        assertThat(granted(after.request("GET", "/"), 5)).isZero();
        harnesses.remove(after);
        after.close();
        assertThat(granted(harness("{ name: all, rate: 1/h, burst: 2 }").request("GET", "/"), 5))
                .as("with the last filter go the buckets")
                .isEqualTo(2);
    }

    @Test
    void makesNewBucketsForALimitThatHasChanged() {
        FilterHarness before = harness("{ name: all, rate: 1/h, burst: 2 }");
        granted(before.request("GET", "/"), 5);

        assertThat(granted(harness("{ name: all, rate: 1/h, burst: 3 }").request("GET", "/"), 5))
                .isEqualTo(3);
    }

    @Test
    void saysWhatItTakesFrom() {
        FilterHarness harness = harness("{ name: all, rate: 1/h }, { name: docs, of: documents, rate: 1/h },"
                + " { name: who, rate: 1/h, by: [principal], missing: pass }");

        assertThat(harness.request("GET", "/").explain())
                .contains("all takes from the bucket of everybody; who lacks its key and passes");
    }

    @Test
    void isNotMadeWhereRequestsThatWaitWouldBeLate() {
        TestContext hasty = new TestContext().filterTimeout(Duration.ofSeconds(3));
        String limits = "limits: [{ name: a, rate: 1/s, delay: 1s }, { name: b, rate: 1/s, delay: 2s }]";

        assertThatThrownBy(() -> FilterHarness.of(factory, limits, hasty))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("delay of all limits together, 3000 ms, must be shorter");
    }
}
