package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BodySink;
import io.sluice.api.BodyTransform;
import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.Headers;
import io.sluice.api.Json;
import io.sluice.api.JsonEdit;
import io.sluice.api.Principal;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterHarnessTest {

    /** A filter made of one function for requests. */
    private static FilterHarness onRequest(BiFunction<RequestHead, Exchange, @Nullable RequestPlan> plan) {
        return FilterHarness.of(new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                return plan.apply(head, exchange);
            }
        });
    }

    private static FilterHarness onResponse(BiFunction<ResponseHead, Exchange, ResponsePlan> plan) {
        return FilterHarness.of(new Filter() {
            @Override
            public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
                return plan.apply(head, exchange);
            }
        });
    }

    private static FilterHarness transforming(BodyTransform transform) {
        return onRequest((head, exchange) -> new RequestPlan.Stream(head, transform));
    }

    @Test
    void makesTheCallsInTheirOrderAndTheLastOneOnce() {
        List<String> calls = new ArrayList<>();
        FilterHarness harness = FilterHarness.of(new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                calls.add("request " + head.target());
                return RequestPlan.pass();
            }

            @Override
            public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
                calls.add("response " + head.status());
                return ResponsePlan.pass();
            }

            @Override
            public void onComplete(ExchangeSummary summary) {
                calls.add("complete " + summary.status());
            }

            @Override
            public void close() {
                calls.add("close");
            }
        });

        harness.request("GET", "/a").upstream(404, "text/plain", "no").send();
        harness.close();

        assertThat(calls).containsExactly("request /a", "response 404", "complete 404", "close");
    }

    @Test
    void showsFiltersTheirOwnAnswersWithTheHeadOnly() {
        FilterHarness harness = FilterHarness.of(new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                return RequestPlan.answer(Reply.text(418, "tea"));
            }

            @Override
            public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
                return new ResponsePlan.Head(
                        head.withHeader("X-Origin", head.origin().name()));
            }
        });

        HarnessResult result = harness.request("GET", "/").send();

        assertThat(result.status()).isEqualTo(418);
        assertThat(result.headers().get("X-Origin")).isEqualTo("FILTER");
        assertThat(result.body()).isEqualTo("tea");
        assertThatThrownBy(result::upstreamBody).isInstanceOf(AssertionError.class);
    }

    @Test
    void endsTheExchangeOfAFilterThatThrowsOrReturnsNull() {
        assertThat(onRequest((head, exchange) -> null)
                        .request("GET", "/")
                        .send()
                        .failure())
                .isEqualTo("filter-failed");
        assertThat(onResponse((head, exchange) -> {
                            throw new IllegalStateException("a bug");
                        })
                        .request("GET", "/")
                        .send()
                        .status())
                .isEqualTo(500);
    }

    @Test
    void findsATransformThatKeepsALentChunk() {
        List<ByteBuf> kept = new ArrayList<>();
        FilterHarness harness = transforming((chunk, sink) -> kept.add(chunk.retain()));

        assertThatThrownBy(() -> harness.request("POST", "/").body("abc").send())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("retained");
    }

    @Test
    void failsATransformThatUsesAChunkAfterItsCall() {
        FilterHarness harness = transforming(new BodyTransform() {
            private @Nullable ByteBuf lent;

            @Override
            public void onChunk(ByteBuf chunk, BodySink sink) {
                lent = chunk;
            }

            @Override
            public void onEnd(BodySink sink) {
                sink.relay(Objects.requireNonNull(lent));
            }
        });

        assertThat(harness.request("POST", "/").body("abc").send().failure()).isEqualTo("filter-failed");
    }

    @Test
    void findsBuffersThatAreNotReleased() {
        FilterHarness harness = transforming((chunk, sink) -> {
            chunk.alloc().buffer(100);
            sink.relay(chunk);
        });

        assertThatThrownBy(() -> harness.request("POST", "/").body("abc").send())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("not released");
    }

    @Test
    void findsATransformThatHangsOnHowTheBodyIsCut() {
        FilterHarness harness = transforming((chunk, sink) -> {
            sink.relay(chunk);
            sink.write(new byte[] {'|'});
        });

        assertThatThrownBy(() -> harness.request("POST", "/").body("abc").everySplit())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("byte by byte")
                .hasMessageContaining("a|b|c|")
                .hasMessageContaining("abc|");
    }

    @Test
    void namesTheSeedOfTheCutsThatFail() {
        FilterHarness harness = transforming((chunk, sink) -> {
            boolean ofWholeOrBytes = chunk.readableBytes() == 1 || chunk.readableBytes() == 5000;
            sink.write(ofWholeOrBytes ? new byte[] {} : new byte[] {'!'});
        });

        assertThatThrownBy(() ->
                        harness.request("POST", "/").body("x".repeat(5000)).everySplit())
                .isInstanceOf(AssertionError.class)
                .hasMessageMatching("(?s).*seed \\d+.*");
    }

    @Test
    void runsALaterPlanOnTheLoopAndItsTaskOffIt() {
        TestContext context = new TestContext();
        FilterHarness harness = FilterHarness.of(
                new Filter() {
                    @Override
                    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                        var name = CompletableFuture.supplyAsync(() -> "alice", context.blockingExecutor());
                        return new RequestPlan.Later<>(name, found -> {
                            exchange.put(ExchangeKey.PRINCIPAL, new Principal(found, "test"));
                            return RequestPlan.pass();
                        });
                    }
                },
                context);

        HarnessResult result = harness.request("POST", "/").body("{}").everySplit();

        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isEqualTo(new Principal("alice", "test"));
        assertThat(result.upstreamBody()).isEqualTo("{}");
    }

    @Test
    void findsABlockingTaskThatUsesTheExchange() {
        TestContext context = new TestContext();
        FilterHarness harness = FilterHarness.of(
                new Filter() {
                    @Override
                    public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                        context.blockingExecutor()
                                .execute(() -> exchange.put(ExchangeKey.PRINCIPAL, new Principal("a", "b")));
                        return new RequestPlan.Later<>(new CompletableFuture<String>(), x -> RequestPlan.pass());
                    }
                },
                context);

        assertThatThrownBy(() -> harness.request("GET", "/").send())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("event loop only");
    }

    @Test
    void tellsWhenAPlanStaysLater() {
        TestContext context = new TestContext();
        TestExchange exchange = onRequest((head, same) -> RequestPlan.pass())
                .request("GET", "/")
                .newExchange();
        EventLoopQueue loop = new EventLoopQueue(context, exchange, Duration.ofMillis(1));

        assertThatThrownBy(() -> loop.runUntil(() -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("stays Later");
    }

    @Test
    void collectsBodiesOnBothWays() {
        FilterHarness harness = FilterHarness.of(new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                return new RequestPlan.Aggregate(
                        100, whole -> new RequestPlan.Head(head.withHeader("X-Body", text(whole))));
            }

            @Override
            public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
                return new ResponsePlan.Aggregate(
                        100,
                        whole -> new ResponsePlan.Answer(
                                Reply.text(201, text(whole).toUpperCase(Locale.ROOT))));
            }
        });

        HarnessResult result = harness.request("POST", "/")
                .body("request")
                .upstream(200, "text/plain", "response")
                .everySplit();

        assertThat(result.upstreamHead().headers().get("X-Body")).isEqualTo("request");
        assertThat(result.upstreamBody()).isEqualTo("request");
        assertThat(result.status()).isEqualTo(201);
        assertThat(result.body()).isEqualTo("RESPONSE");
    }

    private static String text(ByteBuf lent) {
        return lent.toString(StandardCharsets.UTF_8);
    }

    @Test
    void answers413WhereTheBodyIsLargerThanIsCollected() {
        FilterHarness harness =
                onRequest((head, exchange) -> new RequestPlan.Aggregate(3, whole -> RequestPlan.pass()));

        assertThat(harness.request("POST", "/").body("abcd").everySplit().status())
                .isEqualTo(413);
    }

    @Test
    void lendsTheSameBodyToAnAggregateInAnother() {
        FilterHarness harness = onRequest((head, exchange) -> new RequestPlan.Aggregate(9, whole -> {
            whole.skipBytes(1);
            return new RequestPlan.Aggregate(4, again -> new RequestPlan.Head(head.withHeader("x-seen", text(again))));
        }));

        HarnessResult result = harness.request("POST", "/").body("abcd").everySplit();

        assertThat(result.upstreamHead().headers().get("x-seen")).isEqualTo("abcd");
        assertThat(result.upstreamBody()).isEqualTo("abcd");
        assertThat(harness.request("POST", "/").body("abcde").everySplit().status())
                .isEqualTo(413);
    }

    @Test
    void changesWhatAPlanOfAnyKindComesTo() {
        RequestPlan refused = RequestPlan.answer(Reply.error(403, "security_exception", "no"));
        UnaryOperator<RequestPlan> refuse = plan -> plan instanceof RequestPlan.Pass ? refused : RequestPlan.pass();
        List<RequestPlan> passing = List.of(
                RequestPlan.pass(),
                new RequestPlan.FirstLine(9, line -> RequestPlan.pass()),
                new RequestPlan.Aggregate(9, whole -> new RequestPlan.Aggregate(9, again -> RequestPlan.pass())),
                new RequestPlan.Later<>(
                        CompletableFuture.completedStage(1),
                        done -> new RequestPlan.Aggregate(9, whole -> RequestPlan.pass())));

        for (RequestPlan plan : passing) {
            FilterHarness harness = onRequest((head, exchange) -> plan.map(refuse));

            assertThat(harness.request("POST", "/").body("a\n").everySplit().status())
                    .as(plan.toString())
                    .isEqualTo(403);
        }
    }

    @Test
    void inflatesWhatAFilterLooksInto() {
        FilterHarness harness = onRequest((head, exchange) ->
                new RequestPlan.Json(head, at -> at.depth() == 0 ? JsonEdit.descend() : JsonEdit.drop()));

        HarnessResult result =
                harness.request("POST", "/").body("{\"a\":1}").gzip().everySplit();

        assertThat(result.upstreamBody()).isEqualTo("{}");
        assertThat(result.upstreamHead().headers().contains("Content-Encoding")).isFalse();
    }

    @Test
    void passesOnCompressedWhatNobodyLooksInto() {
        HarnessResult result = onRequest((head, exchange) -> RequestPlan.pass())
                .request("POST", "/")
                .body("{}")
                .gzip()
                .send();

        assertThat(result.upstreamHead().headers().get("Content-Encoding")).isEqualTo("gzip");
    }

    @Test
    void showsWhatTheTestSaysOfTheClient() {
        List<String> seen = new ArrayList<>();
        FilterHarness harness = onRequest((head, exchange) -> {
            seen.add(exchange.client().getAddress().getHostAddress());
            seen.add(String.valueOf(exchange.secure()));
            seen.add(String.valueOf(exchange.get(ExchangeKey.PRINCIPAL)));
            seen.add(String.valueOf(head.headers().all("A")));
            return RequestPlan.pass();
        });

        harness.request("GET", "/")
                .client("10.1.2.3")
                .secure()
                .principal("bob")
                .header("a", "1")
                .header("A", "2")
                .send();

        assertThat(seen).containsExactly("10.1.2.3", "true", new Principal("bob", "test").toString(), "[1, 2]");
    }

    @ParameterizedTest
    @CsvSource({"HEAD, 200", "GET, 204", "GET, 304"})
    void showsNoBodyWhereThereIsNone(String method, int status) {
        List<Integer> seen = new ArrayList<>();
        FilterHarness aggregate = onResponse((head, exchange) -> new ResponsePlan.Aggregate(9, body -> {
            seen.add(body.readableBytes());
            return ResponsePlan.pass();
        }));
        FilterHarness json =
                onResponse((head, exchange) -> new ResponsePlan.Json(head, at -> new JsonEdit.Replace(Json.number(7))));

        for (FilterHarness harness : List.of(aggregate, json)) {
            HarnessResult result = harness.request(method, "/")
                    .upstream(status, "application/json", "{\"a\":1}")
                    .send();

            assertThat(result.status()).isEqualTo(status);
            assertThat(result.body()).isEmpty();
        }
        assertThat(seen).containsExactly(0);
    }

    @Test
    void refusesAClusterThatIsNotThere() {
        FilterHarness harness = onRequest((head, exchange) -> {
            exchange.target("nowhere");
            return RequestPlan.pass();
        });

        assertThat(harness.request("GET", "/").send().failure()).isEqualTo("filter-failed");
    }

    @Test
    void countsAFailureOnTheWayBackAsTheGateways() {
        HarnessResult result = onResponse((head, exchange) -> new ResponsePlan.Json(head, at -> JsonEdit.verbatim()))
                .request("GET", "/")
                .upstream(new Reply(200, Headers.of("Content-Type", "text/plain"), new byte[] {'x'}))
                .send();

        assertThat(result.status()).isEqualTo(502);
        assertThat(result.origin()).isEqualTo(ResponseHead.Origin.GATEWAY);
    }
}
