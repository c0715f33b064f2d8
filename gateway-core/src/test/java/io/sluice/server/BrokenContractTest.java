package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters that break the rules of heads and buffers: their exchange ends with 500 or stays right, and the next one is served. */
@SuppressWarnings("NullAway")
class BrokenContractTest {

    private static final String ANSWER = "{\"size\":10}";

    /** Plans for requests that no filter may make. */
    private enum BadRequest {
        NO_HEAD {
            @Override
            RequestPlan plan(RequestHead head) {
                return new RequestPlan.Head(null);
            }
        },
        JSON_WITHOUT_HEAD {
            @Override
            RequestPlan plan(RequestHead head) {
                return new RequestPlan.Json(null, TestFilter.SIZE_TO_7);
            }
        },
        BULK_WITHOUT_HEAD {
            @Override
            RequestPlan plan(RequestHead head) {
                return new RequestPlan.Bulk(null, (item, url, position) -> null);
            }
        },
        NO_ANSWER {
            @Override
            RequestPlan plan(RequestHead head) {
                return RequestPlan.answer(null);
            }
        },
        BECOMES_HEAD {
            @Override
            RequestPlan plan(RequestHead head) {
                return new RequestPlan.Head(head.withMethod("HEAD"));
            }
        },
        REFUSES_WITH_NOTHING {
            @Override
            RequestPlan plan(RequestHead head) {
                return new RequestPlan.Stream(head, (chunk, sink) -> sink.refuse(null));
            }
        };

        abstract RequestPlan plan(RequestHead head);
    }

    /** Plans for answers that no filter may make. */
    private enum BadAnswer {
        NO_HEAD {
            @Override
            ResponsePlan plan(ResponseHead head) {
                return new ResponsePlan.Head(null);
            }
        },
        JSON_WITHOUT_HEAD {
            @Override
            ResponsePlan plan(ResponseHead head) {
                return new ResponsePlan.Json(null, TestFilter.SIZE_TO_7);
            }
        },
        NO_ANSWER {
            @Override
            ResponsePlan plan(ResponseHead head) {
                return new ResponsePlan.Answer(null);
            }
        },
        STATUS_0 {
            @Override
            ResponsePlan plan(ResponseHead head) {
                return new ResponsePlan.Head(head.withStatus(0));
            }
        },
        STATUS_101 {
            @Override
            ResponsePlan plan(ResponseHead head) {
                return new ResponsePlan.Json(head.withStatus(101), TestFilter.SIZE_TO_7);
            }
        },
        STATUS_WITHOUT_BODY {
            @Override
            ResponsePlan plan(ResponseHead head) {
                return new ResponsePlan.Head(head.withStatus(204));
            }
        },
        STATUS_1000 {
            @Override
            ResponsePlan plan(ResponseHead head) {
                return new ResponsePlan.Head(head.withStatus(1000));
            }
        };

        abstract ResponsePlan plan(ResponseHead head);
    }

    @ParameterizedTest
    @EnumSource
    void endsWith500OnARequest(BadRequest bad) throws Exception {
        TestFilter filter = TestFilter.onRequest(
                (head, exchange) -> head.target().raw().equals("/fine") ? RequestPlan.pass() : bad.plan(head));
        try (TestNode node = TestNode.answering(TestNode.ok(ANSWER));
                TestGateway gateway = TestFilter.gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            RawClient.Answer answer = client.send(post("/logs/_doc", "{}")).read();
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.body()).contains("sluice_filter_failed");
            assertServes(client);
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsWith500OnAnAnswer(BadAnswer bad) throws Exception {
        TestFilter filter = TestFilter.onResponse((head, exchange) ->
                exchange.original().target().raw().equals("/fine") ? ResponsePlan.pass() : bad.plan(head));
        try (TestNode node = TestNode.answering(TestNode.ok(ANSWER));
                TestGateway gateway = TestFilter.gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            RawClient.Answer answer = client.send(post("/logs/_search", "{}")).read();
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.body()).contains("sluice_filter_failed");
            assertServes(client);
        }
    }

    /** Headers of framing that a filter sets or takes away. */
    private enum Framing {
        LONGER(head -> head.withHeader("Content-Length", "100")),
        SHORTER(head -> head.withHeader("Content-Length", "1")),
        NONE(head -> head.withoutHeader("Content-Length")),
        CHUNKED(head -> head.withHeader("Transfer-Encoding", "chunked")),
        ENCODED(head -> head.withHeader("Content-Encoding", "gzip"));

        private final UnaryOperator<RequestHead> change;

        Framing(UnaryOperator<RequestHead> change) {
            this.change = change;
        }

        ResponseHead changed(ResponseHead head) {
            return switch (this) {
                case LONGER -> head.withHeader("Content-Length", "100");
                case SHORTER -> head.withHeader("Content-Length", "1");
                case NONE -> head.withoutHeader("Content-Length");
                case CHUNKED -> head.withHeader("Transfer-Encoding", "chunked");
                case ENCODED -> head.withHeader("Content-Encoding", "gzip");
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheFramingOfRequests(Framing framing) throws Exception {
        TestFilter filter = TestFilter.onRequest((head, exchange) -> new RequestPlan.Head(framing.change.apply(head)));
        try (TestNode node = TestNode.answering(TestNode.ok(ANSWER));
                TestGateway gateway = TestFilter.gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            assertServes(client);
            assertThat(client.send(post("/logs/_doc", "{\"a\":1}")).read().status())
                    .isEqualTo(200);
            TestNode.Request sent = node.requests().getLast();
            assertThat(sent.text()).isEqualTo("{\"a\":1}");
            assertThat(sent.header("Content-Length")).isEqualTo("7");
            assertThat(sent.header("Transfer-Encoding")).isNull();
            assertThat(sent.header("Content-Encoding")).isNull();
            assertServes(client);
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheFramingOfAnswers(Framing framing) throws Exception {
        TestFilter filter = TestFilter.onResponse((head, exchange) -> new ResponsePlan.Head(framing.changed(head)));
        try (TestNode node = TestNode.answering(TestNode.ok(ANSWER));
                TestGateway gateway = TestFilter.gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            assertServes(client);
            assertServes(client);
        }
    }

    @Test
    void keepsALentBodyThatAFilterReleases() throws Exception {
        TestFilter filter = TestFilter.onResponse(
                (head, exchange) -> new ResponsePlan.Aggregate(1000, BrokenContractTest::released));
        try (TestNode node = TestNode.answering(TestNode.ok(ANSWER));
                TestGateway gateway = TestFilter.gateway(node, filter);
                RawClient client = new RawClient(gateway.port())) {
            assertServes(client);
            assertServes(client);
        }
    }

    private static ResponsePlan released(ByteBuf whole) {
        whole.release();
        return ResponsePlan.pass();
    }

    private static String post(String path, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    private static void assertServes(RawClient client) throws Exception {
        RawClient.Answer answer =
                client.send("GET /fine HTTP/1.1\r\nHost: a\r\n\r\n").read();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(ANSWER);
        assertThat(answer.head()).contains("content-length: " + ANSWER.length()).doesNotContain("gzip");
    }
}
