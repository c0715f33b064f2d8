package io.sluice.server;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What a collector gets, decoded with the protocol's own classes. A gateway that is closed has sent all of it. */
final class TestCollector implements BeforeEachCallback, AfterEachCallback {
    private final List<ResourceSpans> received = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/v1/traces", call -> {
            byte[] body = call.getRequestBody().readAllBytes();
            received.addAll(ExportTraceServiceRequest.parseFrom(body).getResourceSpansList());
            call.getResponseHeaders().add("Content-Type", "application/x-protobuf");
            call.sendResponseHeaders(200, -1);
            call.close();
        });
        server.start();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        stop();
    }

    void stop() {
        server.stop(0);
    }

    /** The section of a configuration that sends spans here. */
    String tracing(String sample) {
        return "tracing: { endpoint: \"http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces\", sample: "
                + sample + " }";
    }

    List<ResourceSpans> received() {
        return received;
    }

    List<Span> spans() {
        return received.stream()
                .flatMap(each -> each.getScopeSpansList().stream())
                .flatMap(each -> each.getSpansList().stream())
                .toList();
    }

    Span span(Span.SpanKind kind) {
        return spans().stream()
                .filter(each -> each.getKind() == kind)
                .findFirst()
                .orElseThrow();
    }

    /** The spans that begin with this name, as they ended. */
    List<Span> named(String name) {
        return spans().stream().filter(each -> each.getName().startsWith(name)).toList();
    }

    static String attribute(Span span, String name) {
        return attribute(span.getAttributesList(), name);
    }

    static String attribute(List<KeyValue> attributes, String name) {
        return attributes.stream()
                .filter(each -> each.getKey().equals(name))
                .map(each -> each.getValue().hasIntValue()
                        ? "" + each.getValue().getIntValue()
                        : each.getValue().getStringValue())
                .findFirst()
                .orElse(null);
    }

    static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    /** The header by which a node is to go on with a span. */
    static String parent(Span span) {
        return "00-" + hex(span.getTraceId()) + "-" + hex(span.getSpanId()) + "-01";
    }
}
