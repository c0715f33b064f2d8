package io.sluice.server;

import static io.sluice.server.Bulks.items;
import static io.sluice.server.TestCollector.attribute;
import static io.sluice.server.TestCollector.parent;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The spans of bulks that are regrouped. */
class TracedBulkTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String CALLER = "00f067aa0ba902b7";

    @RegisterExtension
    private final TestCollector collector = new TestCollector();

    private void bulk(int count, String settings, TestNode... nodes) throws Exception {
        String yaml = Bulks.yaml("", Bulks.REGROUPED.formatted(settings), nodes);
        try (TestGateway gateway = new TestGateway(collector.tracing("0") + "\n" + yaml, TestRouter.inRunsOf(7))) {
            gateway.send(gateway.request("/logs/_bulk")
                    .header("Content-Type", "application/x-ndjson")
                    .header("traceparent", "00-" + TRACE + "-" + CALLER + "-01")
                    .POST(BodyPublishers.ofString(items(0, count)))
                    .build());
        }
    }

    private Span partOf(TestNode node) {
        return collector.named("bulk part").stream()
                .filter(span -> attribute(span, "server.port").equals("" + node.port()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void haveOneForEachPartWithinTheRequest() throws Exception {
        try (TestNode one = BulkNode.answering(BulkNode.CREATED);
                TestNode two = BulkNode.answering(BulkNode.CREATED)) {
            bulk(1000, "", one, two);

            Span request = collector.span(Span.SpanKind.SPAN_KIND_SERVER);
            assertThat(collector.spans()).hasSize(3);
            assertThat(TestCollector.hex(request.getParentSpanId())).isEqualTo(CALLER);
            for (TestNode node : List.of(one, two)) {
                Span part = partOf(node);
                TestNode.Request sent = BulkNode.bulks(node).getFirst();
                assertThat(part.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
                assertThat(TestCollector.hex(part.getTraceId())).isEqualTo(TRACE);
                assertThat(part.getParentSpanId()).isEqualTo(request.getSpanId());
                assertThat(attribute(part, "server.address")).isEqualTo("127.0.0.1");
                assertThat(attribute(part, "sluice.cluster")).isEqualTo("primary");
                assertThat(attribute(part, "sluice.bulk.items"))
                        .isEqualTo("" + BulkNode.ids(sent.text()).size());
                assertThat(attribute(part, "http.request.body.size"))
                        .isEqualTo("" + sent.text().length());
                assertThat(attribute(part, "http.response.status_code")).isEqualTo("200");
                assertThat(part.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
                assertThat(part.getEndTimeUnixNano()).isLessThanOrEqualTo(request.getEndTimeUnixNano());
                assertThat(sent.header("traceparent")).isEqualTo(parent(part));
            }
        }
    }

    @Test
    void haveOneForItemsThatAreSentAgain() throws Exception {
        var seen = java.util.concurrent.ConcurrentHashMap.<String>newKeySet();
        BulkNode.Results busyOnce =
                (request, id) -> seen.add(id) && id.endsWith("7") ? BulkNode.busy() : BulkNode.CREATED.of(request, id);
        try (TestNode node = BulkNode.answering(busyOnce)) {
            bulk(100, "retry: { pause: 1ms }", node);

            assertThat(collector.named("bulk part"))
                    .extracting(span -> attribute(span, "sluice.bulk.items"))
                    .containsExactly("100", "10");
            assertThat(BulkNode.bulks(node))
                    .extracting(request -> request.header("traceparent"))
                    .containsExactlyElementsOf(collector.named("bulk part").stream()
                            .map(TestCollector::parent)
                            .toList());
        }
    }

    @Test
    void tellWhyAPartFailed() throws Exception {
        try (TestNode good = BulkNode.answering(BulkNode.CREATED);
                TestNode refusing = BulkNode.answering((number, connection, answer) ->
                        connection.send("HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n"));
                TestNode broken = BulkNode.answering((number, connection, answer) -> connection.reset())) {
            bulk(1000, "", good, refusing, broken);

            assertThat(partOf(good).getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
            assertFailed(partOf(refusing), "503");
            assertFailed(partOf(broken), "upstream-reset");
        }
    }

    @Test
    void tellThatANodeCouldNotBeReached() throws Exception {
        try (TestNode good = BulkNode.answering(BulkNode.CREATED);
                TestNode gone = BulkNode.answering(BulkNode.CREATED)) {
            gone.close();
            bulk(1000, "", good, gone);

            assertFailed(partOf(gone), "upstream-connect");
            assertThat(collector.named("bulk part").stream()
                            .filter(span -> attribute(span, "server.port").equals("" + good.port())))
                    .hasSize(2);
        }
    }

    private static void assertFailed(Span span, String type) {
        assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
        assertThat(attribute(span, "error.type")).isEqualTo(type);
    }

    @Test
    void haveOneOfTheNodeThatGetsThemWhole() throws Exception {
        try (TestNode node = BulkNode.answering(BulkNode.CREATED)) {
            bulk(3, "", node);

            Span upstream = collector.span(Span.SpanKind.SPAN_KIND_CLIENT);
            assertThat(collector.spans()).hasSize(2);
            assertThat(upstream.getName()).isEqualTo("upstream");
            assertThat(attribute(upstream, "http.response.status_code")).isEqualTo("200");
            assertThat(BulkNode.bulks(node).getFirst().header("traceparent")).isEqualTo(parent(upstream));
        }
    }

    @Test
    void keepTheirCallersPlaceIfTheyAreNotTraced() throws Exception {
        String unsampled = "00-" + TRACE + "-" + CALLER + "-00";
        try (TestNode node = BulkNode.answering(BulkNode.CREATED)) {
            String yaml = Bulks.yaml("", Bulks.REGROUPED.formatted(""), node);
            try (TestGateway gateway = new TestGateway(collector.tracing("1") + "\n" + yaml, TestRouter.inRunsOf(7))) {
                gateway.send(gateway.request("/logs/_bulk")
                        .header("traceparent", unsampled)
                        .header("Content-Type", "application/x-ndjson")
                        .POST(BodyPublishers.ofString(items(0, 1000)))
                        .build());
            }

            assertThat(collector.spans()).isEmpty();
            assertThat(BulkNode.bulks(node).getFirst().header("traceparent")).isEqualTo(unsampled);
        }
    }
}
