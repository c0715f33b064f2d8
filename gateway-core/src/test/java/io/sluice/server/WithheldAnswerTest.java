package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.JsonEdit;
import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What has happened at the cluster is not made undone by an answer that cannot be shown: a client that was told of a failure would send
 * the request again, and write twice.
 */
class WithheldAnswerTest {

    private static final String SECRET = "of somebody else";
    private static final String ANSWER = "{\"_id\":\"" + SECRET + "\",\"result\":\"created\"}";

    /** How filters fail on an answer. */
    private static final Map<String, Function<ResponseHead, ResponsePlan>> FAILING = Map.of(
            "refuses",
            head -> new ResponsePlan.Json(
                    head, at -> new JsonEdit.Refuse(Reply.error(502, "security_exception", "cannot be shown"))),
            "throws",
            head -> {
                throw new IllegalStateException("thrown");
            },
            "throws in the body",
            head -> new ResponsePlan.Json(head, at -> {
                throw new IllegalStateException("thrown");
            }),
            "collects too little",
            head -> new ResponsePlan.Aggregate(3, whole -> ResponsePlan.pass()),
            "breaks its contract",
            head -> new ResponsePlan.Json(head, at -> JsonEdit.drop()));

    /** Takes the prefix of a tenant away, as the filter {@code tenant} does. */
    private static final TestFilter WITHOUT_PREFIX = TestFilter.onRequest((head, exchange) -> new RequestPlan.Head(
            head.withTarget(RequestTarget.parse(head.target().raw().replaceFirst("^(/t)?/acme", "")))));

    private static TestFilter failing(String how, List<ExchangeSummary> ended) {
        return new TestFilter("failing", new Filter() {
            @Override
            public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
                return head.origin() == ResponseHead.Origin.UPSTREAM
                        ? FAILING.get(how).apply(head)
                        : ResponsePlan.pass();
            }

            @Override
            public void onComplete(ExchangeSummary summary) {
                ended.add(summary);
            }
        });
    }

    private static String created(String type, String body) {
        return "HTTP/1.1 201 Created\r\ncontent-type: " + type + "\r\ncontent-length: " + body.length() + "\r\n\r\n"
                + body;
    }

    private static HttpResponse<String> send(TestGateway gateway, String method, String target) throws Exception {
        return gateway.send(gateway.request(target)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString("{}"))
                .build());
    }

    @ParameterizedTest
    @CsvSource({
        "refuses, PUT, /i/_doc/1",
        "throws, POST, /i/_doc",
        "throws in the body, POST, /i/_update/1",
        "collects too little, DELETE, /i/_doc/1",
        "breaks its contract, POST, /i/_bulk",
        "refuses, POST, /_bulk",
        "refuses, POST, /i/_delete_by_query",
        "throws, PUT, /i"
    })
    void leavesTheStatusOfWhatWasDone(String how, String method, String target) throws Exception {
        List<ExchangeSummary> ended = new CopyOnWriteArrayList<>();
        try (TestNode node = TestNode.answering(created("application/json", ANSWER));
                TestGateway gateway = TestFilter.gateway(node, failing(how, ended))) {
            HttpResponse<String> answer = send(gateway, method, target);

            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json; charset=UTF-8");
            assertThat(answer.headers().firstValue("Retry-After")).isEmpty();
            assertThat(answer.body())
                    .contains("\"errors\":true", "\"type\":\"sluice_answer_withheld\"", "\"status\":201")
                    .doesNotContain(SECRET);
            Awaitility.await().until(() -> !ended.isEmpty());
            assertThat(ended.getFirst().failure()).isEqualTo("answer-withheld");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /i/_doc/1",
        "POST, /i/_search",
        "POST, /_msearch",
        "POST, /_search/scroll",
        "POST, /i/_pit",
        "POST, /i/_search/point_in_time",
        "POST, /i/_count",
        "POST, /i/_validate/query",
        "POST, /i/_search/template",
        "POST, /i/_rank_eval"
    })
    void failsWhereNothingWasDone(String method, String target) throws Exception {
        try (TestNode node = TestNode.answering(created("application/json", ANSWER));
                TestGateway gateway = TestFilter.gateway(node, failing("refuses", new CopyOnWriteArrayList<>()))) {
            HttpResponse<String> answer = send(gateway, method, target);

            assertThat(answer.statusCode()).isEqualTo(502);
            assertThat(answer.body()).contains("cannot be shown").doesNotContain(SECRET);
        }
    }

    /** What a request does is told by its head as filters left it. */
    @ParameterizedTest
    @CsvSource({
        "POST, /t/acme/logs/_search, 502",
        "POST, /t/acme/_search/scroll, 502",
        "POST, /t/acme/logs/_pit, 502",
        "POST, /acme/logs/_field_caps, 502",
        "POST, /acme/logs/_create/_explain, 201",
        "POST, /t/acme/logs/_doc, 201"
    })
    void judgesBehindAPrefixThatAFilterTakesAway(String method, String target, int status) throws Exception {
        try (TestNode node = TestNode.answering(created("application/json", ANSWER));
                TestGateway gateway =
                        TestFilter.gateway(node, WITHOUT_PREFIX, failing("refuses", new CopyOnWriteArrayList<>()))) {
            assertThat(send(gateway, method, target).statusCode()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource({"text/html, <html>", "application/json, {\"_id\":", "application/json, {}x", "application/json, {'a':1}"
    })
    void leavesTheStatusWhereTheAnswerIsNoJson(String type, String body) throws Exception {
        TestFilter filter =
                TestFilter.onResponse((head, exchange) -> new ResponsePlan.Json(head, at -> JsonEdit.descend()));
        try (TestNode node = TestNode.answering(created(type, body));
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            HttpResponse<String> answer = send(gateway, "PUT", "/i/_doc/1");

            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(answer.body()).contains("sluice_answer_withheld");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "deflate", "gzip, gzip", ""})
    void leavesTheStatusWhereTheAnswersEncodingIsNotKnown(String encoding) throws Exception {
        TestFilter filter =
                TestFilter.onResponse((head, exchange) -> new ResponsePlan.Json(head, at -> JsonEdit.descend()));
        String answered = created("application/json", ANSWER)
                .replace("content-type", "content-encoding: " + encoding + "\r\ncontent-type");
        try (TestNode node = TestNode.answering(answered);
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            HttpResponse<String> answer = send(gateway, "PUT", "/i/_doc/1");

            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(answer.body()).contains("sluice_answer_withheld").doesNotContain(SECRET);
            assertThat(send(gateway, "GET", "/i/_doc/1").statusCode()).isEqualTo(502);
        }
    }

    @Test
    void failsWhereTheClusterDid() throws Exception {
        String refused = created("application/json", ANSWER).replace("201 Created", "409 Conflict");
        try (TestNode node = TestNode.answering(refused);
                TestGateway gateway = TestFilter.gateway(node, failing("refuses", new CopyOnWriteArrayList<>()))) {
            assertThat(send(gateway, "PUT", "/i/_doc/1").statusCode()).isEqualTo(502);
        }
    }

    @Test
    void aFilterMayStillAnswerInTheClustersPlace() throws Exception {
        TestFilter filter = TestFilter.onResponse(
                (head, exchange) -> new ResponsePlan.Answer(Reply.error(418, "teapot", "by a filter")));
        try (TestNode node = TestNode.answering(created("application/json", ANSWER));
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            assertThat(send(gateway, "PUT", "/i/_doc/1").statusCode()).isEqualTo(418);
        }
    }
}
