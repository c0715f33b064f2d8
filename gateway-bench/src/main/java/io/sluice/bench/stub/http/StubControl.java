package io.sluice.bench.stub.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.handler.codec.http.HttpMethod;
import io.sluice.bench.net.ProcessCpu;
import io.sluice.bench.stub.cluster.NodeCounters;
import io.sluice.bench.stub.cluster.StubCluster;
import io.sluice.bench.stub.cluster.StubIndex;
import io.sluice.bench.stub.cluster.StubNode;
import io.sluice.bench.stub.fault.Fault;
import io.sluice.bench.stub.fault.FaultKind;
import io.sluice.bench.stub.fault.FaultPlan;
import java.time.Duration;

/** What is below {@code /_stub}: what the stub has counted, its faults on command, and the page that searches get. */
final class StubControl {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final StubCluster cluster;
    private final FaultPlan faults;
    private final CannedAnswers canned;
    private final int threads;

    /** @param threads event loops of the process; readers compare its CPU time with them */
    StubControl(StubCluster cluster, FaultPlan faults, CannedAnswers canned, int threads) {
        this.threads = threads;
        this.canned = canned;
        this.cluster = cluster;
        this.faults = faults;
    }

    /** The exchange for a path below {@code /_stub}. */
    StubExchange exchange(HttpMethod method, String what) {
        return switch (what) {
            case "stats" ->
                new PlainExchange(() -> method.equals(HttpMethod.DELETE) ? reset() : StubReply.json(stats()));
            case "faults" -> faultsExchange(method);
            case "page" -> new TextExchange(this::setPage);
            default ->
                new PlainExchange(() -> StubReply.error(404, "resource_not_found_exception", "no /_stub/" + what));
        };
    }

    private StubReply setPage(String body) {
        try {
            MAPPER.readTree(body);
        } catch (JsonProcessingException e) {
            return StubReply.error(400, "illegal_argument_exception", "no JSON: " + e.getOriginalMessage());
        }
        canned.page(body);
        return StubReply.json(MAPPER.createObjectNode().put("acknowledged", true));
    }

    private StubExchange faultsExchange(HttpMethod method) {
        if (method.equals(HttpMethod.POST)) {
            return new TextExchange(this::addFault);
        }
        return new PlainExchange(() -> {
            if (method.equals(HttpMethod.DELETE)) {
                faults.clear();
            }
            return StubReply.json(inForce());
        });
    }

    private StubReply addFault(String body) {
        try {
            JsonNode root = MAPPER.readTree(body);
            faults.add(new Fault(
                    FaultKind.parse(root.path("kind").asText()),
                    root.path("rate").asDouble(1.0),
                    root.path("count").asLong(0),
                    root.path("node").asText(null),
                    root.path("path").asText(null),
                    new Fault.Pace(
                            root.path("bytesPerSecond").asInt(Fault.Pace.DEFAULT.bytesPerSecond()),
                            Duration.ofMillis(root.path("millis")
                                    .asLong(Fault.Pace.DEFAULT.delay().toMillis())))));
            return StubReply.json(201, inForce());
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return StubReply.error(400, "illegal_argument_exception", String.valueOf(e.getMessage()));
        }
    }

    private ArrayNode inForce() {
        ArrayNode array = MAPPER.createArrayNode();
        for (Fault fault : faults.all()) {
            array.addObject()
                    .put("kind", fault.kind().label())
                    .put("rate", fault.rate())
                    .put("count", fault.count())
                    .put("node", fault.node())
                    .put("path", fault.path())
                    .put("bytesPerSecond", fault.bytesPerSecond())
                    .put("millis", fault.pace().delay().toMillis());
        }
        return array;
    }

    private StubReply reset() {
        cluster.nodes().forEach(node -> node.counters().reset());
        cluster.indices().reset();
        return StubReply.json(MAPPER.createObjectNode().put("acknowledged", true));
    }

    private ObjectNode stats() {
        ObjectNode root = MAPPER.createObjectNode();
        root.putObject("process")
                .put("pid", ProcessHandle.current().pid())
                .put("cpu_seconds", ProcessCpu.ownSeconds())
                .put("threads", threads);
        ObjectNode nodes = root.putObject("nodes");
        for (StubNode node : cluster.nodes()) {
            ObjectNode one = nodes.putObject(node.name()).put("address", node.publishAddress());
            counters(one, node.counters());
            ObjectNode indices = one.putObject("indices");
            for (StubIndex index : cluster.indices().all()) {
                indices.putObject(index.name())
                        .put("documents", index.documents(node.ordinal()))
                        .put("bytes", index.bytes(node.ordinal()))
                        .put("misrouted", index.misrouted(node.ordinal()));
            }
        }
        return root;
    }

    private static void counters(ObjectNode one, NodeCounters counters) {
        long opened = counters.connectionsOpened().sum();
        one.put("requests", counters.requests().sum())
                .put("documents", counters.documents().sum())
                .put("misrouted", counters.misrouted().sum())
                .put("bytes_in", counters.bytesIn().sum())
                .put("bytes_out", counters.bytesOut().sum())
                .put("connections_opened", opened)
                .put("connections_open", opened - counters.connectionsClosed().sum())
                .put("faults", counters.faults().sum());
    }
}
