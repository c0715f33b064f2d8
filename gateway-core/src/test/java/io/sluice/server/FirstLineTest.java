package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.JsonEdit;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans that are made when the first line of a body has come. */
class FirstLineTest {

    private static final String REST = "\n{\"size\":10}\n{}\n";

    private static String first(ByteBuf lent) {
        String text = lent.toString(StandardCharsets.UTF_8);
        int feed = text.indexOf('\n');
        return feed < 0 ? text : text.substring(0, feed);
    }

    /** Puts the first line into a header, and makes every size 7. */
    private static RequestPlan noted(RequestHead head, String header, ByteBuf lent) {
        return new RequestPlan.Ndjson(head.withHeader(header, first(lent)), line -> TestFilter.SIZE_TO_7);
    }

    private static TestFilter noting(String type, String header) {
        return new TestFilter(type, new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                return new RequestPlan.FirstLine(1000, line -> noted(head, header, line));
            }
        });
    }

    /** Nothing of the request's end is there when the filter decides. */
    @ParameterizedTest
    @CsvSource({"false,0", "false,3000000", "true,0", "true,3000000"})
    void decidesByTheFirstLineAndStreamsTheWholeBody(boolean gzip, int more) throws Exception {
        String line = "{\"size\":1}";
        StringBuilder text = new StringBuilder(more);
        new Random(more).ints(more, '0', 'z').forEach(c -> text.append(c == '\\' ? '0' : (char) c));
        String body = line + REST + "{\"x\":\"" + text + "\"}\n";
        byte[] plain = body.getBytes(StandardCharsets.UTF_8);
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, noting("noting", "x-first"))) {
            var request = gateway.request("/_msearch")
                    .POST(BodyPublishers.ofByteArray(gzip ? TestFilter.gzip(plain) : plain));
            if (gzip) {
                request.header("Content-Encoding", "gzip");
            }

            var answer = gateway.send(request.build());

            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);

            assertThat(node.requests().getFirst().header("x-first")).isEqualTo(line);
            assertThat(node.requests().getFirst().text())
                    .isEqualTo(body.replaceFirst("\"size\":1", "\"size\":7").replaceFirst("\"size\":10", "\"size\":7"));
        }
    }

    @Test
    void takesTheWholeForALineWhereThereIsNoLineFeed() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, noting("noting", "x-first"))) {
            assertThat(gateway.post("/_msearch", "{\"size\":1}").statusCode()).isEqualTo(200);
            assertThat(node.requests().getFirst().header("x-first")).isEqualTo("{\"size\":1}");
            assertThat(node.requests().getFirst().text()).isEqualTo("{\"size\":7}");
        }
    }

    @Test
    void tells413ForALineThatIsTooLongAndSendsNothing() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, noting("noting", "x-first"))) {
            for (String end : new String[] {"", "\n{}\n"}) {
                var tooLong = gateway.post("/_msearch", "{\"x\":\"" + "y".repeat(1000) + "\"}" + end);
                assertThat(tooLong.statusCode()).isEqualTo(413);
                assertThat(tooLong.body()).contains("first line");
            }
            assertThat(node.requests()).isEmpty();
        }
    }

    @Test
    void letsSeveralFiltersDecideEachByWhatTheOneBeforeMadeOfTheLine() throws Exception {
        TestFilter whole = TestFilter.onRequest((head, exchange) -> new RequestPlan.Aggregate(
                1000, body -> new RequestPlan.Head(head.withHeader("x-length", "" + body.readableBytes()))));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(
                        node, noting("one", "x-first"), noting("two", "x-second"), whole, noting("three", "x-third"))) {
            assertThat(gateway.post("/_msearch", "{\"size\":10}" + REST).statusCode())
                    .isEqualTo(200);
            TestNode.Request sent = node.requests().getFirst();
            assertThat(sent.header("x-first")).isEqualTo("{\"size\":10}");
            assertThat(sent.header("x-second")).isEqualTo("{\"size\":7}");
            assertThat(sent.header("x-third")).isEqualTo("{\"size\":7}");
            assertThat(sent.header("x-length")).isEqualTo("25");
            assertThat(sent.text()).isEqualTo("{\"size\":7}\n{\"size\":7}\n{}\n");
        }
    }

    @Test
    void waitsForAPlanThatComesLaterAndThenForTheWholeBody() throws Exception {
        TestFilter later = new TestFilter("later", new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                return new RequestPlan.FirstLine(
                        1000,
                        line -> new RequestPlan.Later<>(
                                CompletableFuture.supplyAsync(() -> "42"),
                                value -> new RequestPlan.Head(head.withHeader("x-later", value))));
            }
        });
        TestFilter whole = TestFilter.onRequest((head, exchange) -> new RequestPlan.Aggregate(
                1000, body -> new RequestPlan.Head(head.withHeader("x-length", "" + body.readableBytes()))));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, later, whole)) {
            assertThat(gateway.post("/_msearch", "{}" + REST).statusCode()).isEqualTo(200);
            var gzip = gateway.request("/_msearch")
                    .header("Content-Encoding", "gzip")
                    .POST(BodyPublishers.ofByteArray(TestFilter.gzip(("{}" + REST).getBytes(StandardCharsets.UTF_8))));
            assertThat(gateway.send(gzip.build()).statusCode()).isEqualTo(200);
            assertThat(node.requests()).allSatisfy(sent -> {
                assertThat(sent.header("x-later")).isEqualTo("42");
                assertThat(sent.header("x-length")).isEqualTo("18");
                assertThat(sent.text()).isEqualTo("{}" + REST);
            });
        }
    }

    @Test
    void sendsNothingWhereTheFilterAnswersOrPromisesWhatItMayNot() throws Exception {
        TestFilter filter = TestFilter.onRequest((head, exchange) -> new RequestPlan.FirstLine(
                1000,
                line -> first(line).equals("no")
                        ? RequestPlan.answer(Reply.error(403, "security_exception", "no"))
                        : new RequestPlan.Aggregate(1000, whole -> RequestPlan.pass())));
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            assertThat(gateway.post("/_msearch", "no\n{}\n").statusCode()).isEqualTo(403);
            assertThat(gateway.post("/_msearch", "twice\n{}\n").statusCode()).isEqualTo(500);
            assertThat(node.requests()).isEmpty();
        }
    }

    @Test
    void neverEndsTheUpstreamRequestWellWhereALaterLineIsRefused() throws Exception {
        TestFilter filter = TestFilter.onRequest((head, exchange) -> new RequestPlan.FirstLine(
                1000,
                first -> new RequestPlan.Ndjson(
                        head,
                        line -> at -> at.nameIs("refused")
                                ? new JsonEdit.Refuse(Reply.error(403, "security_exception", "no"))
                                : JsonEdit.descend())));
        String line = "{\"x\":\"" + "y".repeat(10_000) + "\"}\n";
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(node, filter)) {
            assertThat(gateway.post("/_msearch", "{}\n" + line.repeat(200) + "{\"refused\":1}\n{}\n")
                            .statusCode())
                    .isEqualTo(403);
            Awaitility.await().until(() -> node.openConnections() == 0);
            assertThat(node.requests()).isEmpty();
        }
    }
}
