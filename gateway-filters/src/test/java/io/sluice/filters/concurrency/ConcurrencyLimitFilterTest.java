package io.sluice.filters.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.Headers;
import io.sluice.api.Principal;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.TestContext;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConcurrencyLimitFilterTest {

    private static final RequestHead HEAD =
            new RequestHead("GET", RequestTarget.parse("/logs/_search"), Headers.of("Host", "x"));

    private final TestContext context = new TestContext();

    private Filter filter(String yaml) {
        return FilterHarness.of(ConcurrencyLimitFilter.class, yaml, context).filter();
    }

    /** An exchange that stays open until the test ends it. */
    private static final class Open implements Exchange {
        private final Map<ExchangeKey<?>, Object> facts = new HashMap<>();
        private final String address;

        Open(String address) {
            this.address = address;
        }

        static Open of(String user) {
            Open open = new Open("127.0.0.1");
            open.put(ExchangeKey.PRINCIPAL, new Principal(user, "test"));
            return open;
        }

        void end(Filter filter, int status) {
            end(filter, status, 1_000_000);
        }

        /** @param upstreamNanos with the time that the client took */
        void end(Filter filter, int status, long upstreamNanos) {
            filter.onComplete(new ExchangeSummary(
                    this,
                    Instant.EPOCH,
                    status,
                    null,
                    new ExchangeSummary.Upstream("primary", "n:9200", 1),
                    null,
                    new ExchangeSummary.Traffic(0, 0, upstreamNanos, upstreamNanos, 1_000_000)));
        }

        @Override
        public String id() {
            return "id";
        }

        @Override
        public RequestHead original() {
            return HEAD;
        }

        @Override
        public String listener() {
            return "http";
        }

        @Override
        public String flow() {
            return "default";
        }

        @Override
        public InetSocketAddress client() {
            return new InetSocketAddress(address, 1);
        }

        @Override
        public boolean secure() {
            return false;
        }

        @Override
        public <T> @Nullable T get(ExchangeKey<T> key) {
            return key.type().cast(facts.get(key));
        }

        @Override
        public <T> void put(ExchangeKey<T> key, T value) {
            facts.put(key, value);
        }

        @Override
        public void target(String cluster) {
            throw new AssertionError();
        }

        @Override
        public void settle(String cluster) {
            throw new AssertionError();
        }
    }

    private static <T> RequestPlan made(RequestPlan.Later<T> later) {
        return later.then().apply(later.stage().toCompletableFuture().join());
    }

    private static boolean waits(RequestPlan plan) {
        return plan instanceof RequestPlan.Later<?> later
                && !later.stage().toCompletableFuture().isDone();
    }

    @Test
    void answers429WithRetryAfterWhereNobodyMayWait() {
        Filter filter = filter("{limit: {fixed: 1}, queue: {size: 0, time: 2500ms}}");
        Open first = Open.of("a");
        filter.onRequest(HEAD, first);

        RequestPlan.Answer answer = (RequestPlan.Answer) filter.onRequest(HEAD, Open.of("b"));

        assertThat(answer.reply().status()).isEqualTo(429);
        assertThat(answer.reply().headers().get("Retry-After")).isEqualTo("3");
        assertThat(new String(answer.reply().body(), StandardCharsets.UTF_8))
                .contains("es_rejected_execution_exception");
        assertThat(context.meters().count("concurrency_rejected_requests")).isEqualTo(1);
        first.end(filter, 200);
        assertThat(filter.onRequest(HEAD, Open.of("b"))).isInstanceOf(RequestPlan.Pass.class);
    }

    @Test
    void letsOneWaitUntilAnotherEnds() {
        Filter filter = filter("limit: {fixed: 1}");
        Open first = Open.of("a");
        filter.onRequest(HEAD, first);
        RequestPlan.Later<?> second = (RequestPlan.Later<?>) filter.onRequest(HEAD, Open.of("b"));
        assertThat(waits(second)).isTrue();
        assertThat(context.meters().gauge("concurrency_waiting_requests")).isEqualTo(1);

        first.end(filter, 0);

        assertThat(made(second)).isInstanceOf(RequestPlan.Pass.class);
        assertThat(context.meters().gauge("concurrency_in_flight_requests")).isEqualTo(1);
    }

    @Test
    void turnsAwayTheOneThatHasWaitedLongEnough() {
        Filter filter = filter("{limit: {fixed: 1}, queue: {time: 1s}}");
        filter.onRequest(HEAD, Open.of("a"));
        Open late = Open.of("b");
        RequestPlan.Later<?> second = (RequestPlan.Later<?>) filter.onRequest(HEAD, late);

        context.advance(Duration.ofMillis(1100));
        context.runTasks();

        assertThat(made(second)).isInstanceOf(RequestPlan.Answer.class);
        late.end(filter, 429);
        assertThat(context.meters().gauge("concurrency_in_flight_requests")).isEqualTo(1);
    }

    @Test
    void givesUpThePlaceOfAClientThatGoesAway() {
        Filter filter = filter("limit: {fixed: 1}");
        Open first = Open.of("a");
        filter.onRequest(HEAD, first);
        Open gone = Open.of("b");
        filter.onRequest(HEAD, gone);

        gone.end(filter, 0);
        first.end(filter, 200);

        assertThat(context.meters().gauge("concurrency_waiting_requests")).isZero();
        assertThat(context.meters().gauge("concurrency_in_flight_requests")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"principal", "tenant", "address"})
    void countsEachForItself(String by) {
        Filter filter = filter("{by: " + by + ", limit: {fixed: 10}, perKey: 1}");
        Open one = new Open("2001:db8:0:1::1");
        Open same = new Open("2001:db8:0:1::2");
        Open other = new Open("2001:db8:0:2::1");
        for (Open open : new Open[] {one, same, other}) {
            String name = open == other ? "b" : "a";
            open.put(ExchangeKey.PRINCIPAL, new Principal(name, "test"));
            open.put(ExchangeKey.TENANT, name);
        }

        assertThat(waits(filter.onRequest(HEAD, one))).isFalse();
        assertThat(waits(filter.onRequest(HEAD, same))).isTrue();
        assertThat(waits(filter.onRequest(HEAD, other))).isFalse();
    }

    @Test
    void countsForItselfBesideAnotherInstance() {
        Filter old = filter("limit: {fixed: 1}");
        Filter young = FilterHarness.of(ConcurrencyLimitFilter.class, "limit: {fixed: 2}", new TestContext())
                .filter();
        Open first = Open.of("a");
        old.onRequest(HEAD, first);
        Open second = Open.of("a");
        young.onRequest(HEAD, second);

        young.onComplete(summaryOf(first));
        second.end(young, 200);

        assertThat(waits(old.onRequest(HEAD, Open.of("a")))).isTrue();
    }

    private static ExchangeSummary summaryOf(Open open) {
        return new ExchangeSummary(
                open, Instant.EPOCH, 200, null, null, null, new ExchangeSummary.Traffic(0, 0, 1, 1, 1));
    }

    @Test
    void shrinksItsLimitWhereTheClusterRefuses() {
        Filter filter = filter("limit: {adaptive: {}}");
        assertThat(context.meters().gauge("concurrency_limit_requests")).isEqualTo(20);
        Open open = Open.of("a");
        filter.onRequest(HEAD, open);

        open.end(filter, 429);

        assertThat(context.meters().gauge("concurrency_limit_requests")).isEqualTo(18);
    }

    @Test
    void keepsItsLimitWhereAClientIsSlow() {
        Filter filter = filter("limit: {adaptive: {max: 30}}");
        for (int window = 0; window < 100; window++) {
            List<Open> open =
                    Stream.generate(() -> Open.of("a")).limit(Gradient.WINDOW).toList();
            open.forEach(each -> filter.onRequest(HEAD, each));
            long slowest = window < 95 ? 1_000_000 : 60_000_000_000L;

            open.getFirst().end(filter, 200, slowest);
            open.stream().skip(1).forEach(each -> each.end(filter, 200));
        }

        assertThat(context.meters().gauge("concurrency_limit_requests")).isEqualTo(30);
    }

    @Test
    void leavesAloneWhatTheConditionDoesNotMean() {
        Filter filter = filter("{limit: {fixed: 1}, queue: {size: 0}, when: {paths: [/_bulk]}}");

        assertThat(filter.onRequest(HEAD, Open.of("a"))).isInstanceOf(RequestPlan.Pass.class);
        assertThat(filter.onRequest(HEAD, Open.of("a"))).isInstanceOf(RequestPlan.Pass.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "limit: {fixed: 0}",
                "limit: {adaptive: {min: 9, max: 8}}",
                "limit: {adaptive: {tolerance: 0.5}}",
                "{limit: {fixed: 1}, perKey: -1}",
                "{limit: {fixed: 1}, queue: {time: 0s}}",
            })
    void refusesLimitsThatCannotWork(String yaml) {
        assertThatThrownBy(() -> filter(yaml)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isNotMadeWhereRequestsThatWaitWouldBeLate() {
        context.filterTimeout(Duration.ofSeconds(1));

        assertThatThrownBy(() -> filter("{limit: {fixed: 1}}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("queue.time, 1000 ms, must be shorter than plugins.filterTimeout");
        assertThat(filter("{limit: {fixed: 1}, queue: {size: 0}}")).isNotNull();
    }
}
