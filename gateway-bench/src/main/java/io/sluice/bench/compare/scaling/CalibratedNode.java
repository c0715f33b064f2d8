package io.sluice.bench.compare.scaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.compare.Machine;
import io.sluice.bench.stats.MedianInterval;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a real node was found to cost, over the rounds of a calibration; seconds of CPU.
 *
 * @param machine on which it ran, and when
 */
public record CalibratedNode(
        String machine,
        MedianInterval request,
        MedianInterval shard,
        MedianInterval document,
        MedianInterval forwardedByte) {

    /** What the rounds found. */
    static CalibratedNode of(Machine machine, List<NodeCost> rounds) {
        return new CalibratedNode(
                machine.text(),
                median(rounds, NodeCost::request),
                median(rounds, NodeCost::shard),
                median(rounds, NodeCost::document),
                median(rounds, NodeCost::forwardedByte));
    }

    private static MedianInterval median(List<NodeCost> rounds, ToDoubleFunction<NodeCost> figure) {
        return MedianInterval.of(rounds.stream().mapToDouble(figure).toArray());
    }

    /** The medians. */
    public NodeCost cost() {
        return new NodeCost(request.median(), shard.median(), document.median(), forwardedByte.median());
    }

    /** As {@link #parse} reads it. */
    public ObjectNode json() {
        ObjectNode root = new ObjectMapper().createObjectNode().put("machine", machine);
        write(root.putObject("request"), request);
        write(root.putObject("shard"), shard);
        write(root.putObject("document"), document);
        write(root.putObject("forwarded_byte"), forwardedByte);
        return root;
    }

    private static void write(ObjectNode into, MedianInterval figure) {
        figure.write(into);
        into.put("covered", figure.covered()).put("rounds", figure.count());
    }

    /**
     * Reads what an earlier calibration wrote.
     *
     * @throws IllegalArgumentException if a figure is missing
     */
    public static CalibratedNode parse(JsonNode json) {
        return new CalibratedNode(
                json.path("machine").asText(),
                read(json, "request"),
                read(json, "shard"),
                read(json, "document"),
                read(json, "forwarded_byte"));
    }

    private static MedianInterval read(JsonNode json, String name) {
        JsonNode figure = json.path(name);
        if (!figure.path("median").isNumber()) {
            throw new IllegalArgumentException("the calibration has no " + name);
        }
        double median = figure.path("median").asDouble();
        return new MedianInterval(
                median,
                figure.path("low").asDouble(median),
                figure.path("high").asDouble(median),
                figure.path("covered").asDouble(),
                figure.path("rounds").asInt(1));
    }
}
