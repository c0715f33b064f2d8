package io.sluice.index.copy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.index.read.Slice;
import io.sluice.index.read.Slices;
import java.util.ArrayList;
import java.util.List;

/**
 * How one index is copied, as a journal keeps it.
 *
 * @param index at the source
 * @param uuid of it
 * @param histories of it; empty if a journal does not have them
 * @param target its name at the target
 * @param targetUuid of that
 * @param held settings to put back at the end; empty if the target was there before
 * @param documents about how many there are
 * @param slices tails last
 */
record CopyPlan(
        String index,
        String uuid,
        List<String> histories,
        String target,
        String targetUuid,
        JsonNode held,
        long documents,
        List<Slice> slices) {
    static final String ENTRY = "plan";

    /** As an entry of a journal. */
    ObjectNode toJson() {
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        ObjectNode plan = entry.putObject(ENTRY);
        plan.put("index", index).put("uuid", uuid).put("target", target).put("targetUuid", targetUuid);
        histories.forEach(plan.putArray("histories")::add);
        plan.put("documents", documents).set("held", held);
        plan.set("slices", Slices.toJson(slices));
        return entry;
    }

    /** What {@link #toJson} made, from inside the entry. */
    static CopyPlan of(JsonNode plan) {
        String index = plan.path("index").asText();
        List<String> histories = new ArrayList<>();
        plan.path("histories").forEach(history -> histories.add(history.asText()));
        return new CopyPlan(
                index,
                plan.path("uuid").asText(),
                histories,
                plan.path("target").asText(),
                plan.path("targetUuid").asText(),
                plan.path("held"),
                plan.path("documents").asLong(),
                Slices.of(index, plan.path("slices")));
    }
}
