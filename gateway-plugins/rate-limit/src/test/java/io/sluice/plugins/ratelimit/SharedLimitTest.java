package io.sluice.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class SharedLimitTest {
    /** Long enough for an answer of Redis on any machine. */
    private static final String PATIENT = "timeout: 5s";

    private final List<FilterHarness> gateways = new ArrayList<>();
    private TestRedis redis;

    @BeforeEach
    void start() throws Exception {
        redis = new TestRedis();
    }

    @AfterEach
    void stop() throws Exception {
        redis.freeze(false);
        gateways.forEach(FilterHarness::close);
        redis.close();
    }

    /** A factory of its own is what another process has. */
    private FilterHarness gateway(String limit, String timeout, String more) {
        TestContext context = new TestContext().reaching(new TestCluster("primary"));
        String shared =
                "shared: { redis: 'redis://127.0.0.1:" + redis.port() + "', password: secret, " + timeout + more + " }";
        FilterHarness made = FilterHarness.of(new RateLimitFactory(), "limits: [" + limit + "]\n" + shared, context);
        gateways.add(made);
        return made;
    }

    private FilterHarness secure(TlsRelay relay, String more) {
        FilterHarness made = FilterHarness.of(
                new RateLimitFactory(),
                "limits: [{ name: all, rate: 1/h, burst: 7 }]\nshared: { redis: 'rediss://127.0.0.1:" + relay.port()
                        + "', username: default, password: secret, " + PATIENT + more + " }",
                new TestContext().reaching(new TestCluster("primary")));
        gateways.add(made);
        return made;
    }

    private FilterHarness connected(String limit, String more) {
        return connected(limit, PATIENT, more);
    }

    private FilterHarness connected(String limit, String timeout, String more) {
        FilterHarness made = gateway(limit, timeout, more);
        awaitShared(made);
        return made;
    }

    private static void awaitShared(FilterHarness gateway) {
        await().atMost(Duration.ofSeconds(30)).until(() -> away(gateway) == 0);
    }

    private static long away(FilterHarness gateway) {
        return gateway.context().meters().gauge("redis_away");
    }

    private static int granted(FilterHarness gateway, int times) {
        HarnessCall call = gateway.request("GET", "/");
        int granted = 0;
        for (int i = 0; i < times; i++) {
            HarnessResult result = call.send();
            assertThat(result.status()).isIn(200, 429);
            granted += result.relayed() ? 1 : 0;
        }
        return granted;
    }

    @Test
    void twoGatewaysGiveNoMoreThanOneBucketHas() {
        FilterHarness first = connected("{ name: all, rate: 1/h, burst: 100 }", "");
        FilterHarness second = connected("{ name: all, rate: 1/h, burst: 100 }", "");

        int granted = 0;
        for (int i = 0; i < 10; i++) {
            granted += granted(first, 11) + granted(second, 11);
        }

        assertThat(granted).isEqualTo(100);
    }

    @Test
    void givesNothingTwiceWhenItStartsAnew() {
        assertThat(granted(connected("{ name: all, rate: 1/h, burst: 10 }", ""), 20))
                .isEqualTo(10);

        FilterHarness second = gateway("{ name: all, rate: 1/h, burst: 10 }", PATIENT, ", whenAway: open");

        assertThat(granted(second, 20)).isZero();
    }

    @Test
    void speaksTlsWithAServerWhoseCertificateIsRight(@TempDir Path directory) throws Exception {
        try (TlsRelay relay = new TlsRelay(directory, redis.port())) {
            FilterHarness gateway = secure(relay, ", ca: " + relay.certificate());
            awaitShared(gateway);
            assertThat(granted(gateway, 20)).isEqualTo(7);

            FilterHarness distrusting = secure(relay, "");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> distrusting.context().meters().count("redis_failures") > 1);
            assertThat(away(distrusting)).isEqualTo(1);
        }
    }

    /** A bucket has one clock, that of Redis, whatever the gateways' clocks say. */
    @Test
    void fillsTheSharedBucketThoughTheClockOfAGatewayWasAhead() {
        FilterHarness ahead = connected("{ name: all, rate: 5/s, burst: 1000 }", "");
        FilterHarness other = connected("{ name: all, rate: 5/s, burst: 1000 }", "");
        ahead.context().advance(Duration.ofHours(2));
        assertThat(granted(ahead, 1500)).isGreaterThanOrEqualTo(1000);

        await().atMost(Duration.ofSeconds(30)).until(() -> {
            other.context().advance(Duration.ofSeconds(1));
            return granted(other, 1) == 1;
        });
    }

    @Test
    void doesNotFillTheSharedBucketByTheClockOfAGateway() {
        FilterHarness gateway = connected("{ name: all, rate: 1/h, burst: 10 }", "");
        assertThat(granted(gateway, 20)).isEqualTo(10);

        gateway.context().advance(Duration.ofHours(5));

        assertThat(granted(gateway, 20)).isZero();
    }

    @Test
    void givesBackWhatAGatewayHoldsAndDoesNotUse() {
        FilterHarness first = connected("{ name: all, rate: 1/h, burst: 1000 }", "");
        FilterHarness second = connected("{ name: all, rate: 1/h, burst: 1000 }", "");
        assertThat(granted(first, 1)).isEqualTo(1);

        await().atMost(Duration.ofSeconds(30))
                .until(() -> first.context().meters().gauge("buckets{limit=all}") == 0);

        assertThat(granted(second, 1100)).isEqualTo(999);
    }

    @Test
    void limitsByItselfWhileRedisIsAwayAndSharesAgainAfterwards() throws Exception {
        FilterHarness gateway = connected("{ name: all, rate: 1/h, burst: 20 }", ", whenAway: open");
        assertThat(granted(gateway, 30)).isEqualTo(20);

        redis.stop();
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            gateway.context().advance(Duration.ofSeconds(1));
            gateway.request("GET", "/").send();
            return away(gateway) == 1;
        });
        assertThat(granted(gateway, 50)).isLessThanOrEqualTo(20);
        assertThat(granted(gateway, 50)).isZero();
        assertThat(gateway.context().meters().count("redis_failures")).isPositive();

        redis.start();
        awaitShared(gateway);
        assertThat(granted(gateway, 50)).as("Redis has lost its buckets").isEqualTo(20);
    }

    @Test
    void refusesWhileRedisIsAwayWhereThatIsWanted() throws Exception {
        redis.stop();
        FilterHarness gateway = gateway("{ name: all, rate: 1/h, burst: 20 }", PATIENT, ", whenAway: closed");

        HarnessResult refused = gateway.request("GET", "/").send();

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.body()).contains("sluice_limits_unavailable");
        assertThat(refused.headers().get("Retry-After")).isEqualTo("1");
        redis.start();
        awaitShared(gateway);
        assertThat(granted(gateway, 30)).isEqualTo(20);
    }

    @Test
    void waitsOnlyOnceForARedisThatStandsStill() throws Exception {
        FilterHarness gateway =
                connected("{ name: all, rate: 100000/h, burst: 1000 }", "timeout: 2s", ", whenAway: open");
        granted(gateway, 1);

        redis.freeze(true);
        assertThat(granted(gateway, 1500)).isBetween(1000, 1020);
        assertThat(away(gateway)).isEqualTo(1);
        assertThat(gateway.context().meters().count("redis_failures"))
                .as("nobody else waited")
                .isLessThan(50);

        redis.freeze(false);
        awaitShared(gateway);
        assertThat(granted(gateway, 1)).isEqualTo(1);
    }

    private static int passed(FilterHarness gateway, int items) {
        String item = "{\"index\":{\"_index\":\"a\"}}\n{\"a\":1}\n";
        HarnessResult result = gateway.request("POST", "/_bulk")
                .header("Content-Type", "application/x-ndjson")
                .body(item.repeat(items))
                .upstream(200, "application/json", "{\"took\":1,\"errors\":false,\"items\":[]}")
                .send();
        return result.relayed() ? result.upstreamBody().length() / item.length() : 0;
    }

    @Test
    void countsTheItemsOfBulksTogether() {
        FilterHarness first = connected("{ name: docs, of: documents, rate: 1/h, burst: 1000 }", "");
        int passed = 0;
        for (int i = 0; i < 15; i++) {
            passed += passed(first, 100);
        }

        assertThat(passed).isBetween(900, 1100);
    }

    /** Where the index is in the items, nothing is asked of Redis before them. */
    @Test
    void givesItemsNothingOnAccountOfABucketThatWasEmptyBefore() {
        FilterHarness gateway = connected("{ name: docs, of: documents, by: [index], rate: 1/h, burst: 100 }", "");
        int passed = 0;
        while (passed < 80) {
            passed += passed(gateway, 50);
        }

        for (int i = 0; i < 3; i++) {
            passed += passed(gateway, 50);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> gateway.context().meters().gauge("buckets{limit=docs}") == 0);
        }

        assertThat(passed).isLessThanOrEqualTo(110);
    }

    @Test
    void waitsForTokensOfTheSharedBucket() {
        FilterHarness gateway = connected("{ name: all, rate: 5/s, burst: 1, delay: 2s }", "");
        gateway.request("GET", "/").send();

        assertThat(gateway.request("GET", "/").send().relayed()).isTrue();
    }
}
