package io.sluice.server;

import static io.sluice.server.TestCollector.attribute;
import static io.sluice.server.TestCollector.hex;
import static io.sluice.server.TestCollector.parent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.TraceContext;
import io.sluice.config.ConfigException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which requests are traced, and what their own spans say. */
@Tag("slow")
class TracingTest {
    private static final String GET = "GET /a/_search?q=secret HTTP/1.1\r\nHost: a\r\n";
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String CALLER = "00f067aa0ba902b7";

    @RegisterExtension
    private final TestCollector collector = new TestCollector();

    @RegisterExtension
    private final SeenLog log = new SeenLog();

    private static String ask(TestGateway gateway, String request) throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            return client.send(request + "\r\n").read().body();
        }
    }

    @Test
    void sendsASpanOfTheRequestAndOneOfTheNodeWithinIt() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"))) {
            try (TestGateway gateway = TestFilter.gateway(collector.tracing("1"), node)) {
                ask(gateway, GET + "User-Agent: curl/8\r\n");
            }

            Span request = collector.span(Span.SpanKind.SPAN_KIND_SERVER);
            Span upstream = collector.span(Span.SpanKind.SPAN_KIND_CLIENT);
            assertThat(collector.spans()).hasSize(2);
            assertThat(request.getName()).isEqualTo("GET");
            assertThat(request.getParentSpanId().isEmpty()).isTrue();
            assertThat(upstream.getParentSpanId()).isEqualTo(request.getSpanId());
            assertThat(upstream.getTraceId()).isEqualTo(request.getTraceId());
            assertThat(attribute(request, "url.path")).isEqualTo("/a/_search");
            assertThat(attribute(request, "user_agent.original")).isEqualTo("curl/8");
            assertThat(attribute(request, "http.response.status_code")).isEqualTo("200");
            assertThat(attribute(request, "sluice.request.id")).matches("[0-9a-f]{16}-1");
            assertThat(attribute(upstream, "server.port")).isEqualTo("" + node.port());
            assertThat(request.getEndTimeUnixNano()).isGreaterThanOrEqualTo(upstream.getEndTimeUnixNano());
            assertThat(request.toString()).doesNotContain("secret");
            assertThat(attribute(collector.received().getFirst().getResource().getAttributesList(), "service.name"))
                    .isEqualTo("sluice");
            assertThat(node.requests().getFirst().header("traceparent")).isEqualTo(parent(upstream));
        }
    }

    @Test
    void goesOnWithItsCallersTraceAndTellsFilters() throws Exception {
        BlockingQueue<TraceContext> seen = new LinkedBlockingQueue<>();
        TestFilter noting = new TestFilter("noting", new Filter() {
            @Override
            public void onComplete(ExchangeSummary summary) {
                seen.add(summary.exchange().get(ExchangeKey.TRACE));
            }
        });
        try (TestNode node = TestNode.answering(TestNode.ok("{}"))) {
            try (TestGateway gateway = TestFilter.gateway(collector.tracing("0"), node, noting)) {
                ask(gateway, GET + "traceparent: 00-" + TRACE + "-" + CALLER + "-01\r\ntracestate: a=b\r\n");
            }

            Span request = collector.span(Span.SpanKind.SPAN_KIND_SERVER);
            assertThat(hex(request.getTraceId())).isEqualTo(TRACE);
            assertThat(hex(request.getParentSpanId())).isEqualTo(CALLER);
            assertThat(seen).containsExactly(new TraceContext(TRACE, hex(request.getSpanId()), true));
            assertThat(node.requests().getFirst().header("traceparent"))
                    .startsWith("00-" + TRACE + "-")
                    .endsWith("-01")
                    .doesNotContain(CALLER);
            assertThat(node.requests().getFirst().header("tracestate")).isEqualTo("a=b");
        }
    }

    @Test
    void doesNotNameSpansByMethodsThatClientsMadeUp() throws Exception {
        String method = "M" + "x".repeat(3_000);
        try (TestNode node = TestNode.answering(TestNode.ok("{}"))) {
            try (TestGateway gateway = TestFilter.gateway(collector.tracing("1"), node)) {
                ask(gateway, method + " /logs HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n");
            }

            Span request = collector.span(Span.SpanKind.SPAN_KIND_SERVER);
            assertThat(request.getName()).isEqualTo("HTTP");
            assertThat(attribute(request, "http.request.method")).isEqualTo("_OTHER");
            assertThat(attribute(request, "http.request.method_original")).isEqualTo(method.substring(0, 2048));
        }
    }

    @Test
    void leavesRequestsAloneThatAreNotSampled() throws Exception {
        String unsampled = "00-" + TRACE + "-" + CALLER + "-00";
        try (TestNode node = TestNode.answering(TestNode.ok("{}"))) {
            try (TestGateway gateway = TestFilter.gateway(collector.tracing("0"), node)) {
                ask(gateway, GET);
                ask(gateway, GET + "traceparent: " + unsampled + "\r\n");
            }

            assertThat(collector.spans()).isEmpty();
            assertThat(node.requests().getFirst().header("traceparent")).isNull();
            assertThat(node.requests().getLast().header("traceparent")).isEqualTo(unsampled);
        }
    }

    @Test
    void tellsWhyARequestFailed() throws Exception {
        try (TestNode node = new TestNode(connection -> {
            connection.readRequest();
            connection.reset();
        })) {
            try (TestGateway gateway = TestFilter.gateway(collector.tracing("1"), node)) {
                ask(gateway, "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n");
            }

            assertThat(collector.spans()).hasSize(2).allSatisfy(span -> {
                assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
                assertThat(attribute(span, "error.type")).isEqualTo("upstream-reset");
            });
        }
    }

    @Test
    void hindersNoRequestWhereNobodyCollects() throws Exception {
        collector.stop();
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(collector.tracing("1"), node)) {
            for (int i = 0; i < 100; i++) {
                assertThat(gateway.get("/a").statusCode()).isEqualTo(200);
            }
            Awaitility.await()
                    .untilAsserted(() -> assertThat(List.copyOf(log.list))
                            .anyMatch(line -> line.getMessage().equals("spans could not be sent and are lost")));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ endpoint: 'http://127.0.0.1:1/v1/traces', sample: 1.5 }",
                "{ endpoint: 'http://127.0.0.1:1/v1/traces', sample: -0.1 }",
                "{ endpoint: 'grpc://127.0.0.1:1' }",
                "{ endpoint: 'http://eve:secret@127.0.0.1:1' }",
                "{ sample: 1 }"
            })
    void refusesConfigurationsThatCannotWork(String config) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"))) {
            assertThatThrownBy(
                            () -> TestFilter.gateway("tracing: " + config, node).close())
                    .isInstanceOf(ConfigException.class);
        }
    }
}
