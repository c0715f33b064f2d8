package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that a filter lets wait. */
class LateAnswersTest {

    private static final String LONG = "{\"text\":\"" + "x".repeat(3_000_000) + "\",\"size\":10}";

    private final CopyOnWriteArrayList<CompletableFuture<String>> stages = new CopyOnWriteArrayList<>();

    private TestFilter later(ResponsePlan plan) {
        return TestFilter.onResponse((head, exchange) -> {
            CompletableFuture<String> stage = new CompletableFuture<>();
            stages.add(stage);
            return new ResponsePlan.Later<>(
                    stage,
                    value -> plan instanceof ResponsePlan.Pass
                            ? new ResponsePlan.Head(head.withHeader("x-value", value))
                            : plan instanceof ResponsePlan.Json json
                                    ? new ResponsePlan.Json(head, json.visitor())
                                    : plan);
        });
    }

    private static TestGateway gateway(TestNode node, TestFilter filter) throws Exception {
        return TestFilter.gateway("plugins: { filterTimeout: 60s }", node, filter);
    }

    private void awaitStages(int count) {
        Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> stages.size() == count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"size\":10}", "LONG"})
    void relaysAnAnswerOnceTheFilterHasPlanned(String given) throws Exception {
        String body = given.equals("LONG") ? LONG : given;
        try (TestNode node = TestNode.answering(TestNode.ok(body));
                TestGateway gateway = gateway(node, later(ResponsePlan.pass()))) {
            CompletableFuture<Void> completed = CompletableFuture.runAsync(() -> {
                awaitStages(1);
                stages.getFirst().complete("late");
            });

            var response = gateway.get("/");

            completed.join();
            assertThat(response.headers().firstValue("x-value")).hasValue("late");
            assertThat(response.body()).isEqualTo(body);
        }
    }

    @Test
    void editsALongAnswerThatHasWaited() throws Exception {
        ResponseHead any = new ResponseHead(200, Headers.empty(), ResponseHead.Origin.UPSTREAM);
        try (TestNode node = TestNode.answering(TestNode.ok(LONG));
                TestGateway gateway = gateway(node, later(new ResponsePlan.Json(any, TestFilter.SIZE_TO_7)))) {
            CompletableFuture<Void> completed = CompletableFuture.runAsync(() -> {
                awaitStages(1);
                stages.getFirst().complete("");
            });

            String body = gateway.get("/").body();

            completed.join();
            assertThat(body).hasSize(LONG.length() - 1).endsWith("\"size\":7}");
        }
    }

    @Test
    void answersInsteadOfTheNodeAfterAWhile() throws Exception {
        Reply reply = Reply.error(504, "sluice_outcome_unknown", "nobody knows");
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(node, later(new ResponsePlan.Answer(reply)))) {
            CompletableFuture<Void> completed = CompletableFuture.runAsync(() -> {
                awaitStages(1);
                stages.getFirst().complete("");
            });

            var response = gateway.get("/");

            completed.join();
            assertThat(response.statusCode()).isEqualTo(504);
            assertThat(response.body()).contains("sluice_outcome_unknown");
        }
    }

    /** The node's answer is over by the time that the plan comes. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void waitsForAPlanMadeOfAWholeAnswer(boolean replaced) throws Exception {
        TestFilter filter = TestFilter.onResponse((head, exchange) -> new ResponsePlan.Aggregate(1_000, whole -> {
            int length = whole.readableBytes();
            CompletableFuture<String> stage = new CompletableFuture<>();
            stages.add(stage);
            return new ResponsePlan.Later<>(
                    stage,
                    value -> replaced
                            ? new ResponsePlan.Answer(Reply.text(200, value + length))
                            : new ResponsePlan.Json(head, TestFilter.SIZE_TO_7));
        }));
        try (TestNode node = TestNode.answering(TestNode.ok("{\"size\":10}"));
                TestGateway gateway = gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
            for (int i = 0; i < 2; i++) {
                awaitStages(i + 1);
                stages.get(i).complete("length ");
                assertThat(client.read().body()).isEqualTo(replaced ? "length 11" : "{\"size\":7}");
            }
        }
    }

    @Test
    void endsTheExchangeWhoseStageFails() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(node, later(ResponsePlan.pass()))) {
            CompletableFuture<Void> failed = CompletableFuture.runAsync(() -> {
                awaitStages(1);
                stages.getFirst().completeExceptionally(new IllegalStateException("of the test"));
            });

            var response = gateway.get("/");

            failed.join();
            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(response.body()).contains("sluice_filter_failed");
        }
    }

    @Test
    void keepsTheConnectionOfAClientForMoreRequests() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(node, later(ResponsePlan.pass()));
                RawClient client = new RawClient(gateway.port())) {
            client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
            for (int i = 0; i < 2; i++) {
                awaitStages(i + 1);
                stages.get(i).complete("n" + i);
                assertThat(client.read().header("x-value")).isEqualTo("n" + i);
            }
        }
    }

    @Test
    void forgetsAStageWhoseClientHasGone() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(node, later(ResponsePlan.pass()))) {
            try (RawClient client = new RawClient(gateway.port())) {
                client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n");
                awaitStages(1);
            }
            stages.getFirst().complete("late");
            CompletableFuture<Void> completed = CompletableFuture.runAsync(() -> {
                awaitStages(2);
                stages.get(1).complete("next");
            });

            assertThat(gateway.get("/2").headers().firstValue("x-value")).hasValue("next");
            completed.join();
        }
    }
}
