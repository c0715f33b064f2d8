package io.sluice.index.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;

/** Slices of one index as JSON, for journals. Stateless. */
public final class Slices {
    private Slices() {}

    /** Slices as arrays of numbers. */
    public static ArrayNode toJson(List<Slice> slices) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (Slice slice : slices) {
            all.addArray().add(slice.shard()).add(slice.after()).add(slice.upTo());
        }
        return all;
    }

    /** What {@link #toJson} made. */
    public static List<Slice> of(String index, JsonNode json) {
        List<Slice> slices = new ArrayList<>();
        for (JsonNode slice : json) {
            slices.add(new Slice(
                    index,
                    slice.path(0).asInt(),
                    slice.path(1).asLong(),
                    slice.path(2).asLong()));
        }
        return slices;
    }
}
