package io.sluice.bench.stub.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bench.stub.cluster.StubAlias;
import io.sluice.bench.stub.cluster.StubIndex;
import io.sluice.bench.stub.cluster.StubIndices;

/** {@code PUT /{index}} and {@code POST /_aliases}, as far as they say where documents belong. Safe for all threads. */
final class CreatedIndices {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final StubIndices indices;

    CreatedIndices(StubIndices indices) {
        this.indices = indices;
    }

    /** Makes an index with the shards and the partition size of its settings, one where they are silent. */
    StubReply index(String name, String body) {
        try {
            JsonNode settings = MAPPER.readTree(body).path("settings");
            indices.create(
                    name,
                    new StubIndex.Shape(
                            settings.path("number_of_shards").asInt(1),
                            settings.path("routing_partition_size").asInt(1)));
            return StubReply.json(
                    acknowledged().put("shards_acknowledged", true).put("index", name));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return refused(e);
        }
    }

    /** Adds the aliases of the actions {@code add}; others are passed over. */
    StubReply aliases(String body) {
        try {
            for (JsonNode action : MAPPER.readTree(body).path("actions")) {
                JsonNode add = action.path("add");
                if (add.isObject()) {
                    add(add);
                }
            }
            return StubReply.json(acknowledged());
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return refused(e);
        }
    }

    private void add(JsonNode add) {
        StubIndex index = indices.find(add.path("index").asText());
        if (index == null) {
            throw new IllegalArgumentException(
                    "no such index [" + add.path("index").asText() + "]");
        }
        indices.alias(new StubAlias(
                add.path("alias").asText(), index, add.path("routing").asText(null)));
    }

    private static ObjectNode acknowledged() {
        return MAPPER.createObjectNode().put("acknowledged", true);
    }

    private static StubReply refused(Exception why) {
        return StubReply.error(400, "illegal_argument_exception", String.valueOf(why.getMessage()));
    }
}
