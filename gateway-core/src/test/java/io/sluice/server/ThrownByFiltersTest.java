package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BodySink;
import io.sluice.api.BodyTransform;
import io.sluice.api.BulkEdit;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.Exchange;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonVisitor;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A filter that throws, whatever and wherever: its exchange ends with an answer, and the next one is served. */
@Tag("slow")
class ThrownByFiltersTest {
    private static final String BODY = "{\"index\":{\"_id\":\"1\"}}\n{\"size\":10}\n";

    /** What may be thrown, declared or not. */
    private enum Kind {
        EXCEPTION(() -> new IllegalStateException("thrown by a test")),
        ERROR(() -> new NoClassDefFoundError("thrown by a test")),
        DEEP(() -> new StackOverflowError("thrown by a test")),
        CHECKED(() -> new java.io.IOException("thrown by a test"));

        private final Supplier<Throwable> maker;

        Kind(Supplier<Throwable> maker) {
            this.maker = maker;
        }

        <T> T raise() {
            return Kind.raise(maker.get());
        }

        @SuppressWarnings("unchecked")
        private static <T, E extends Throwable> T raise(Throwable thrown) throws E {
            throw (E) thrown;
        }
    }

    /** Where a filter's code is called for a request. */
    private enum RequestCallback {
        ON_REQUEST {
            @Override
            RequestPlan plan(RequestHead head, Kind kind) {
                return kind.raise();
            }
        },
        AGGREGATE {
            @Override
            RequestPlan plan(RequestHead head, Kind kind) {
                return new RequestPlan.Aggregate(1000, whole -> kind.raise());
            }
        },
        FIRST_LINE {
            @Override
            RequestPlan plan(RequestHead head, Kind kind) {
                return new RequestPlan.FirstLine(1000, line -> kind.raise());
            }
        },
        LATER {
            @Override
            RequestPlan plan(RequestHead head, Kind kind) {
                return new RequestPlan.Later<>(CompletableFuture.supplyAsync(() -> 1), one -> kind.raise());
            }
        },
        LATER_STAGE {
            @Override
            RequestPlan plan(RequestHead head, Kind kind) {
                return new RequestPlan.Later<>(CompletableFuture.supplyAsync(kind::raise), one -> RequestPlan.pass());
            }
        },
        LATER_THEN_AGGREGATE {
            @Override
            RequestPlan plan(RequestHead head, Kind kind) {
                return new RequestPlan.Later<>(
                        CompletableFuture.supplyAsync(() -> 1),
                        one -> new RequestPlan.Aggregate(1000, whole -> kind.raise()));
            }
        },
        JSON_VALUE {
            @Override
            RequestPlan plan(RequestHead head, Kind kind) {
                return new RequestPlan.Json(head, at -> kind.raise());
            }
        },
        LINE {
            @Override
            RequestPlan plan(RequestHead head, Kind kind) {
                return new RequestPlan.Ndjson(head, line -> kind.raise());
            }
        },
        LINE_VALUE {
            @Override
            RequestPlan plan(RequestHead head, Kind kind) {
                return new RequestPlan.Ndjson(head, line -> at -> kind.raise());
            }
        },
        BULK_ITEM {
            @Override
            RequestPlan plan(RequestHead head, Kind kind) {
                return new RequestPlan.Bulk(head, (action, url, position) -> kind.raise());
            }
        },
        BULK_SOURCE {
            @Override
            RequestPlan plan(RequestHead head, Kind kind) {
                return new RequestPlan.Bulk(
                        head, (action, url, position) -> new BulkItemPlan.Rewrite(new BulkEdit(), at -> kind.raise()));
            }
        },
        STREAM_CHUNK {
            @Override
            RequestPlan plan(RequestHead head, Kind kind) {
                return new RequestPlan.Stream(head, (chunk, sink) -> kind.raise());
            }
        },
        STREAM_END {
            @Override
            RequestPlan plan(RequestHead head, Kind kind) {
                return new RequestPlan.Stream(head, raisingAtTheEnd(kind));
            }
        };

        abstract RequestPlan plan(RequestHead head, Kind kind);
    }

    /** Where a filter's code is called for an answer. */
    private enum ResponseCallback {
        ON_RESPONSE {
            @Override
            ResponsePlan plan(ResponseHead head, Kind kind) {
                return kind.raise();
            }
        },
        AGGREGATE {
            @Override
            ResponsePlan plan(ResponseHead head, Kind kind) {
                return new ResponsePlan.Aggregate(1000, whole -> kind.raise());
            }
        },
        JSON_VALUE {
            @Override
            ResponsePlan plan(ResponseHead head, Kind kind) {
                return new ResponsePlan.Json(head, at -> kind.raise());
            }
        },
        JSON_OBJECT_END {
            @Override
            ResponsePlan plan(ResponseHead head, Kind kind) {
                return new ResponsePlan.Json(head, raisingAtTheEndOfObjects(kind));
            }
        },
        STREAM_CHUNK {
            @Override
            ResponsePlan plan(ResponseHead head, Kind kind) {
                return new ResponsePlan.Stream(head, (chunk, sink) -> kind.raise());
            }
        },
        STREAM_END {
            @Override
            ResponsePlan plan(ResponseHead head, Kind kind) {
                return new ResponsePlan.Stream(head, raisingAtTheEnd(kind));
            }
        };

        abstract ResponsePlan plan(ResponseHead head, Kind kind);
    }

    private static BodyTransform raisingAtTheEnd(Kind kind) {
        return new BodyTransform() {
            @Override
            public void onChunk(ByteBuf chunk, BodySink sink) {
                sink.relay(chunk);
            }

            @Override
            public void onEnd(BodySink sink) {
                kind.raise();
            }
        };
    }

    private static JsonVisitor raisingAtTheEndOfObjects(Kind kind) {
        return new JsonVisitor() {
            @Override
            public JsonEdit onValue(JsonCursor at) {
                return JsonEdit.descend();
            }

            @Override
            public List<JsonMember> onObjectEnd(JsonCursor at) {
                return kind.raise();
            }

            @Override
            public Json onEmptyBody() {
                return null;
            }
        };
    }

    static Stream<Arguments> requestCallbacks() {
        return Stream.of(RequestCallback.values())
                .flatMap(at -> Stream.of(Kind.values()).map(kind -> Arguments.of(at, kind)));
    }

    static Stream<Arguments> responseCallbacks() {
        return Stream.of(ResponseCallback.values())
                .flatMap(at -> Stream.of(Kind.values()).map(kind -> Arguments.of(at, kind)));
    }

    @ParameterizedTest
    @MethodSource("requestCallbacks")
    void aRequestEndsWith500(RequestCallback at, Kind kind) throws Exception {
        var filter = TestFilter.onRequest(
                (head, exchange) -> head.target().raw().equals("/fine") ? RequestPlan.pass() : at.plan(head, kind));
        endsWith500(filter, "/logs/_bulk");
    }

    @ParameterizedTest
    @MethodSource("responseCallbacks")
    void anAnswerBecomes500(ResponseCallback at, Kind kind) throws Exception {
        var filter = TestFilter.onResponse((head, exchange) ->
                exchange.original().target().raw().equals("/fine") ? ResponsePlan.pass() : at.plan(head, kind));
        endsWith500(filter, "/logs/_search");
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.EnumSource(Kind.class)
    void anAnswerStaysWhatItWasWhereAFilterFailsWhenItIsTold(Kind kind) throws Exception {
        var filter = new TestFilter("told", new Filter() {
            @Override
            public void onComplete(ExchangeSummary summary) {
                kind.raise();
            }
        });
        try (TestNode node = TestNode.answering(TestNode.ok("{\"size\":10}"));
                TestGateway gateway = TestFilter.gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            for (int i = 0; i < 3; i++) {
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.read().status()).isEqualTo(200);
            }
            nothingIsLeft(gateway);
        }
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.EnumSource(Kind.class)
    void anErrorOfTheGatewayIsToldWhereAFilterFailsOnIt(Kind kind) throws Exception {
        var filter = new TestFilter("twice", new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                return kind.raise();
            }

            @Override
            public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
                return kind.raise();
            }
        });
        try (TestNode node = TestNode.answering(TestNode.ok("{\"size\":10}"));
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            assertThat(gateway.post("/logs/_doc", BODY).body()).contains("sluice_filter_failed");
            nothingIsLeft(gateway);
        }
    }

    private static void endsWith500(TestFilter filter, String path) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{\"size\":10}"));
                TestGateway gateway = TestFilter.gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            for (int i = 0; i < 2; i++) {
                client.send("POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-ndjson\r\n"
                        + "Content-Length: " + BODY.length() + "\r\n\r\n" + BODY);
                RawClient.Answer answer = client.read();
                assertThat(answer).as("the answer").isNotNull();
                assertThat(answer.status()).isEqualTo(500);
                assertThat(answer.body()).contains("sluice_filter_failed");
            }
            client.send("GET /fine HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(200);
            nothingIsLeft(gateway);
        }
    }

    private static void nothingIsLeft(TestGateway gateway) {
        Awaitility.await().until(() -> gateway.gateway().requests() == 0);
        gateway.gateway()
                .clusters()
                .forEach(cluster -> cluster.cluster()
                        .nodes()
                        .forEach(node -> Awaitility.await().until(() -> node.inFlight() == 0 && node.queued() == 0)));
    }
}
