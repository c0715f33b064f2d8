package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.TraceContext;
import io.sluice.config.ConfigException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a collector gets, decoded with the protocol's own classes. A gateway that is closed has sent all of it. */
class TracingTest {
    private static final String GET = "GET /a/_search?q=secret HTTP/1.1\r\nHost: a\r\n";
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String CALLER = "00f067aa0ba902b7";

    private final List<ResourceSpans> received = new CopyOnWriteArrayList<>();

    @RegisterExtension
    private final SeenLog log = new SeenLog();

    private HttpServer collector;

    @BeforeEach
    void collect() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        collector.createContext("/v1/traces", call -> {
            byte[] body = call.getRequestBody().readAllBytes();
            received.addAll(ExportTraceServiceRequest.parseFrom(body).getResourceSpansList());
            call.getResponseHeaders().add("Content-Type", "application/x-protobuf");
            call.sendResponseHeaders(200, -1);
            call.close();
        });
        collector.start();
    }

    @AfterEach
    void stopCollecting() {
        collector.stop(0);
    }

    private String tracing(String sample) {
        return "tracing: { endpoint: \"http://127.0.0.1:"
                + collector.getAddress().getPort() + "/v1/traces\", sample: " + sample + " }";
    }

    private List<Span> spans() {
        return received.stream()
                .flatMap(each -> each.getScopeSpansList().stream())
                .flatMap(each -> each.getSpansList().stream())
                .toList();
    }

    private Span span(Span.SpanKind kind) {
        return spans().stream()
                .filter(each -> each.getKind() == kind)
                .findFirst()
                .orElseThrow();
    }

    private static String attribute(List<KeyValue> attributes, String name) {
        return attributes.stream()
                .filter(each -> each.getKey().equals(name))
                .map(each -> each.getValue().hasIntValue()
                        ? "" + each.getValue().getIntValue()
                        : each.getValue().getStringValue())
                .findFirst()
                .orElse(null);
    }

    private static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    private static String ask(TestGateway gateway, String request) throws Exception {
        try (RawClient client = new RawClient(gateway.port())) {
            return client.send(request + "\r\n").read().body();
        }
    }

    @Test
    void sendsASpanOfTheRequestAndOneOfTheNodeWithinIt() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"))) {
            try (TestGateway gateway = TestFilter.gateway(tracing("1"), node)) {
                ask(gateway, GET + "User-Agent: curl/8\r\n");
            }

            Span request = span(Span.SpanKind.SPAN_KIND_SERVER);
            Span upstream = span(Span.SpanKind.SPAN_KIND_CLIENT);
            assertThat(spans()).hasSize(2);
            assertThat(request.getName()).isEqualTo("GET");
            assertThat(request.getParentSpanId().isEmpty()).isTrue();
            assertThat(upstream.getParentSpanId()).isEqualTo(request.getSpanId());
            assertThat(upstream.getTraceId()).isEqualTo(request.getTraceId());
            assertThat(attribute(request.getAttributesList(), "url.path")).isEqualTo("/a/_search");
            assertThat(attribute(request.getAttributesList(), "user_agent.original"))
                    .isEqualTo("curl/8");
            assertThat(attribute(request.getAttributesList(), "http.response.status_code"))
                    .isEqualTo("200");
            assertThat(attribute(request.getAttributesList(), "sluice.request.id"))
                    .matches("[0-9a-f]{16}-1");
            assertThat(attribute(upstream.getAttributesList(), "server.port")).isEqualTo("" + node.port());
            assertThat(request.getEndTimeUnixNano()).isGreaterThanOrEqualTo(upstream.getEndTimeUnixNano());
            assertThat(request.toString()).doesNotContain("secret");
            assertThat(attribute(received.getFirst().getResource().getAttributesList(), "service.name"))
                    .isEqualTo("sluice");
            assertThat(node.requests().getFirst().header("traceparent"))
                    .isEqualTo("00-" + hex(upstream.getTraceId()) + "-" + hex(upstream.getSpanId()) + "-01");
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
            try (TestGateway gateway = TestFilter.gateway(tracing("0"), node, noting)) {
                ask(gateway, GET + "traceparent: 00-" + TRACE + "-" + CALLER + "-01\r\ntracestate: a=b\r\n");
            }

            Span request = span(Span.SpanKind.SPAN_KIND_SERVER);
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
    void leavesRequestsAloneThatAreNotSampled() throws Exception {
        String unsampled = "00-" + TRACE + "-" + CALLER + "-00";
        try (TestNode node = TestNode.answering(TestNode.ok("{}"))) {
            try (TestGateway gateway = TestFilter.gateway(tracing("0"), node)) {
                ask(gateway, GET);
                ask(gateway, GET + "traceparent: " + unsampled + "\r\n");
            }

            assertThat(spans()).isEmpty();
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
            try (TestGateway gateway = TestFilter.gateway(tracing("1"), node)) {
                ask(gateway, "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n");
            }

            assertThat(spans()).hasSize(2).allSatisfy(span -> {
                assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
                assertThat(attribute(span.getAttributesList(), "error.type")).isEqualTo("upstream-reset");
            });
        }
    }

    @Test
    void hindersNoRequestWhereNobodyCollects() throws Exception {
        collector.stop(0);
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(tracing("1"), node)) {
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
