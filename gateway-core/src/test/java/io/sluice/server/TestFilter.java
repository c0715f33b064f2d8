package io.sluice.server;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;
import io.sluice.api.Json;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonVisitor;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import java.io.ByteArrayOutputStream;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;

/** Makes a filter of a lambda's, under a type of the test's choice. */
final class TestFilter implements FilterFactory<TestFilter.NoConfig> {
    private final String type;
    private final Function<FilterContext, Filter> maker;

    /** Nothing to configure. */
    public record NoConfig() {}

    TestFilter(String type, Filter filter) {
        this(type, context -> filter);
    }

    TestFilter(String type, Function<FilterContext, Filter> maker) {
        this.type = type;
        this.maker = maker;
    }

    /** Makes every {@code size} 7. */
    static final JsonVisitor SIZE_TO_7 =
            at -> at.nameIs("size") ? new JsonEdit.Replace(Json.number(7)) : JsonEdit.descend();

    static TestFilter onRequest(BiFunction<RequestHead, Exchange, RequestPlan> plan) {
        return onRequest("on-request", plan);
    }

    static TestFilter onRequest(String type, BiFunction<RequestHead, Exchange, RequestPlan> plan) {
        return new TestFilter(type, new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                return plan.apply(head, exchange);
            }
        });
    }

    static TestFilter onResponse(BiFunction<ResponseHead, Exchange, ResponsePlan> plan) {
        return onResponse("on-response", plan);
    }

    static TestFilter onResponse(String type, BiFunction<ResponseHead, Exchange, ResponsePlan> plan) {
        return new TestFilter(type, new Filter() {
            @Override
            public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
                return plan.apply(head, exchange);
            }
        });
    }

    static byte[] gzip(byte[] plain) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }

    /** A gateway with these filters in one flow, in their order, before the node. */
    static TestGateway gateway(TestNode node, TestFilter... filters) throws Exception {
        return gateway("plugins: { filterTimeout: 60s }", node, filters);
    }

    static TestGateway gateway(String more, TestNode node, TestFilter... filters) throws Exception {
        return gateway(more, node, "", "", filters);
    }

    static TestGateway gateway(String more, TestNode node, String listener, TestFilter... filters) throws Exception {
        return gateway(more, node, listener, "", filters);
    }

    /** @param ofCluster further keys of the cluster */
    static TestGateway gateway(String more, String ofCluster, TestNode node, TestFilter... filters) throws Exception {
        return gateway(more, node, "", ofCluster, filters);
    }

    private static TestGateway gateway(
            String more, TestNode node, String listener, String ofCluster, TestFilter... filters) throws Exception {
        StringBuilder list = new StringBuilder();
        for (TestFilter filter : filters) {
            list.append(list.isEmpty() ? "" : ", ")
                    .append("{ type: ")
                    .append(filter.type)
                    .append(", config: {} }");
        }
        String cluster = "nodes: [" + node.address() + "]\n    discovery: { enabled: false }\n    " + ofCluster;
        String yaml = TestGateway.yaml(listener, cluster)
                .replace("relay: { cluster: primary }", "filters: [" + list + "]\n    relay: { cluster: primary }");
        return new TestGateway(more + "\n" + yaml, filters);
    }

    @Override
    public int apiVersion() {
        return FilterFactory.API_VERSION;
    }

    @Override
    public String type() {
        return type;
    }

    @Override
    public String description() {
        return "a filter of a test";
    }

    @Override
    public Class<NoConfig> configType() {
        return NoConfig.class;
    }

    @Override
    public Filter create(NoConfig config, FilterContext context) {
        return maker.apply(context);
    }
}
