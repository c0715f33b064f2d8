package io.sluice.plugins.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Headers;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.TestContext;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that end while they wait for tokens. */
class AbandonedRequestsTest {
    private static final String BYTES = "{ name: upload, of: bytes, rate: 1/h, burst: 100000 }";
    private static final String DELAYED = "{ name: all, rate: 1/s, burst: 1, delay: 1500ms }";

    private final FilterHarness harness =
            FilterHarness.of(new RateLimitFactory(), "limits: [" + BYTES + ", " + DELAYED + "]", new TestContext());

    @AfterEach
    void close() {
        harness.close();
    }

    @Test
    void giveBackTheBytesThatTheyHaveTaken() {
        passes(1);
        Exchange abandoned = waits(90_000);

        harness.filter().onComplete(gone(abandoned));

        harness.context().advance(Duration.ofSeconds(10));
        passes(90_000);
    }

    /** Their tokens are reserved, so that a third request would wait for longer than it may. */
    @Test
    void giveBackWhatTheyGetTooLate() {
        passes(1);
        Exchange abandoned = waits(1);
        assertThat(plan(exchange(head(1)))).isInstanceOf(RequestPlan.Answer.class);

        harness.filter().onComplete(gone(abandoned));

        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> plan(exchange(head(1))) instanceof RequestPlan.Later);
    }

    private RequestPlan plan(Exchange exchange) {
        return harness.filter().onRequest(exchange.original(), exchange);
    }

    private void passes(int length) {
        assertThat(plan(exchange(head(length)))).isInstanceOf(RequestPlan.Pass.class);
    }

    private Exchange waits(int length) {
        Exchange exchange = exchange(head(length));
        assertThat(plan(exchange)).isInstanceOf(RequestPlan.Later.class);
        return exchange;
    }

    private static RequestHead head(int length) {
        return new RequestHead(
                "POST", RequestTarget.parse("/logs/_doc"), Headers.of("Content-Length", Integer.toString(length)));
    }

    private static Exchange exchange(RequestHead head) {
        Map<Object, Object> facts = new HashMap<>();
        return (Exchange) Proxy.newProxyInstance(
                Exchange.class.getClassLoader(),
                new Class<?>[] {Exchange.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "client" -> new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
                    case "original" -> head;
                    case "get" -> facts.get(args[0]);
                    case "put" -> facts.put(args[0], args[1]);
                    default -> null;
                });
    }

    private static ExchangeSummary gone(Exchange exchange) {
        return new ExchangeSummary(
                exchange, Instant.EPOCH, 0, "client-gone", null, null, new ExchangeSummary.Traffic(0, 0, 1, 0, 0));
    }
}
