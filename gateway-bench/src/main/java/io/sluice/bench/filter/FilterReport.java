package io.sluice.bench.filter;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.bench.filter.FilterCost.Cost;
import java.nio.charset.StandardCharsets;
import java.util.Formatter;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What became of a request and what it cost, for people and for machines. */
public final class FilterReport {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final CalledFlow flow;
    private final Passage passage;
    private final BodyOpening body;

    /**
     * A report of one run.
     *
     * @param body the beginning of what came out of the chain
     */
    public FilterReport(CalledFlow flow, Passage passage, BodyOpening body) {
        this.flow = flow;
        this.passage = passage;
        this.body = body;
    }

    /** The way of the request, and the request or the answer as it became. */
    public String result() {
        Formatter text = new Formatter(Locale.ROOT);
        text.format("listener %s, flow %s, filters: %s%n", flow.listener(), flow.flow(), filters());
        text.format(
                "request %s %s, %,d body bytes in %d %s%n",
                flow.head().method(),
                flow.head().target(),
                flow.bodyBytes(),
                flow.chunks(),
                flow.chunks() == 1 ? "chunk" : "chunks");
        switch (passage) {
            case Passage.Relayed relayed -> {
                RequestHead head = sent(relayed);
                text.format("goes on to cluster %s as%n%n", relayed.cluster());
                text.format("%s %s HTTP/1.1%n%s%n", head.method(), head.target(), lines(head.headers()));
                text.format("%s%n", body.text());
            }
            case Passage.Answered answered -> {
                Reply reply = answered.reply();
                text.format("does not go on: answered with%n%n");
                text.format("HTTP/1.1 %d%n%s%n", reply.status(), lines(reply.headers()));
                text.format("%s%n", new String(reply.body(), StandardCharsets.UTF_8));
            }
            case Passage.Failed failed ->
                text.format(
                        "does not go on: %d, %s%n",
                        failed.failure().status(), failed.failure().reason());
        }
        return text.toString();
    }

    /** The cost, several lines. */
    public String cost(Cost cost, FilterCost.Effort effort) {
        Formatter text = new Formatter(Locale.ROOT);
        text.format(
                "%ncost of a request, mean and 95%% interval of %d x %d iterations of %d ms, on Java %s%n",
                Math.max(1, effort.forks()), effort.iterations(), effort.time().toMillis(), Runtime.version());
        text.format("  %-16s %s%n", "time", row(cost.nanos(), "ns"));
        text.format("  %-16s %s%n", "allocated", row(cost.allocated(), "bytes"));
        text.format("  %-16s %,14d bytes in, %,d out", "body", flow.bodyBytes(), outgoing());
        if (flow.bodyBytes() > 0) {
            text.format(", %,.0f MB/s", flow.bodyBytes() * 1e3 / cost.nanos().mean());
        }
        return text.format("%n").toString();
    }

    /** All of it; {@code cost} is null where nothing was measured. */
    public ObjectNode json(@Nullable Cost cost) {
        ObjectNode root =
                MAPPER.createObjectNode().put("listener", flow.listener()).put("flow", flow.flow());
        flow.instances().forEach(each -> root.withArray("filters").add(each.type()));
        root.set(
                "request", head(flow.head()).put("body_bytes", flow.bodyBytes()).put("chunks", flow.chunks()));
        switch (passage) {
            case Passage.Relayed relayed ->
                root.set(
                        "relayed",
                        head(sent(relayed))
                                .put("cluster", relayed.cluster())
                                .put("body_bytes", relayed.bodyBytes())
                                .put("body", body.text()));
            case Passage.Answered answered -> {
                ObjectNode answer =
                        MAPPER.createObjectNode().put("status", answered.reply().status());
                answer.set("headers", headers(answered.reply().headers()));
                root.set(
                        "answered",
                        answer.put("body", new String(answered.reply().body(), StandardCharsets.UTF_8)));
            }
            case Passage.Failed failed ->
                root.putObject("failed")
                        .put("status", failed.failure().status())
                        .put("kind", failed.failure().kind().tag())
                        .put("reason", failed.failure().reason());
        }
        if (cost != null) {
            root.set("nanoseconds", interval(cost.nanos()));
            root.set("allocated_bytes", interval(cost.allocated()));
            root.put("jvm", System.getProperty("java.vm.name") + " " + Runtime.version());
        }
        return root;
    }

    private long outgoing() {
        return passage instanceof Passage.Relayed relayed ? relayed.bodyBytes() : 0;
    }

    /** As the gateway frames it: a body that was looked into goes out uncompressed, with its new length. */
    private static RequestHead sent(Passage.Relayed relayed) {
        return relayed.untouched()
                ? relayed.head()
                : relayed.head()
                        .withoutHeader("Content-Encoding")
                        .withHeader("Content-Length", Long.toString(relayed.bodyBytes()));
    }

    private String filters() {
        return flow.instances().isEmpty()
                ? "none"
                : flow.instances().stream().map(each -> each.type()).collect(Collectors.joining(", "));
    }

    private static String lines(Headers headers) {
        StringBuilder lines = new StringBuilder();
        headers.forEach(
                (name, value) -> lines.append(name).append(": ").append(value).append('\n'));
        return lines.toString();
    }

    private static ObjectNode head(RequestHead head) {
        ObjectNode node = MAPPER.createObjectNode()
                .put("method", head.method())
                .put("target", head.target().raw());
        node.set("headers", headers(head.headers()));
        return node;
    }

    private static ObjectNode headers(Headers headers) {
        ObjectNode node = MAPPER.createObjectNode();
        headers.forEach((name, value) -> node.withArray("/" + name).add(value));
        return node;
    }

    private static String row(Interval value, String unit) {
        String bounds = Double.isNaN(value.low())
                ? "too few values for an interval"
                : "%,.1f .. %,.1f".formatted(value.low(), value.high());
        return "%,14.1f %s (%s)".formatted(value.mean(), unit, bounds);
    }

    private static ObjectNode interval(Interval value) {
        ObjectNode node = MAPPER.createObjectNode().put("mean", value.mean());
        if (!Double.isNaN(value.low())) {
            node.put("low", value.low()).put("high", value.high());
        }
        return node;
    }
}
