package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.RequestPlan;
import io.sluice.api.ResponsePlan;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Plans that do not come in time: each has its own time, and the client is told that a filter was late. */
class LatePlansTest {
    private static final String SHORT = "plugins: { filterTimeout: 200ms }";
    private static final String LATE = "a filter did not decide in time";

    private static RequestPlan never() {
        return new RequestPlan.Later<>(new CompletableFuture<Void>(), nothing -> RequestPlan.pass());
    }

    @Tag("slow")
    @Test
    void givesEachPlanItsOwnTime() throws Exception {
        AtomicLong asked = new AtomicLong();
        TestFilter slow = TestFilter.onRequest(
                "slow",
                (head, exchange) -> new RequestPlan.Later<>(
                        new CompletableFuture<Void>().completeOnTimeout(null, 1, TimeUnit.SECONDS),
                        nothing -> RequestPlan.pass()));
        TestFilter never = TestFilter.onRequest("never", (head, exchange) -> {
            asked.set(System.nanoTime());
            return never();
        });
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway("plugins: { filterTimeout: 3s }", node, slow, never)) {
            String body = gateway.get("/").body();

            assertThat(body).contains(LATE);
            assertThat(System.nanoTime() - asked.get()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(2_900));
        }
    }

    @Test
    void doesNotBlameTheClientWhoseBodyWasCollected() throws Exception {
        TestFilter whole = TestFilter.onRequest(
                "whole", (head, exchange) -> new RequestPlan.Aggregate(1000, body -> RequestPlan.pass()));
        TestFilter never = TestFilter.onRequest("never", (head, exchange) -> never());
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(SHORT, node, whole, never)) {
            var response = gateway.post("/_search", "{}");

            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(response.body()).contains("sluice_filter_timeout", LATE);
        }
    }

    @Test
    void doesNotBlameTheNodeWhoseAnswerAFilterLetsWait() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(SHORT, node, lateAnswer())) {
            var response = gateway.get("/_search");

            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(response.body()).contains("sluice_filter_timeout", LATE);
        }
    }

    @Test
    void tellsThatAWriteWasExecutedWhoseAnswerAFilterLetsWait() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(SHORT, node, lateAnswer())) {
            var response = gateway.post("/logs/_doc", "{}");

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("the cluster has executed the request");
        }
    }

    private static TestFilter lateAnswer() {
        return TestFilter.onResponse((head, exchange) ->
                new ResponsePlan.Later<>(new CompletableFuture<Void>(), nothing -> ResponsePlan.pass()));
    }
}
