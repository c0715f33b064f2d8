package io.sluice.bulk.line;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.json.JsonBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The items that a visitor rejected, with the results that the client gets for them. For one thread. */
public final class BulkRejections {

    private static final int[] NO_INTS = {};

    private final JsonBuffer results = new JsonBuffer();
    private int[] positions = NO_INTS;
    /** Where each result ends. */
    private int[] ends = NO_INTS;

    private int count;

    /** Adds an item; positions must ascend. */
    void add(int position, BulkAction action, BulkItemPlan.Reject reject) {
        if (count == positions.length) {
            positions = Arrays.copyOf(positions, Math.max(8, count * 2));
            ends = Arrays.copyOf(ends, positions.length);
        }
        results.raw("{\"").raw(action.operation().key()).raw("\":{\"_index\":");
        text(reject.index() == null ? action.index() : reject.index());
        results.raw(",\"_id\":");
        text(action.text(BulkField.ID));
        results.raw(",\"status\":")
                .number(reject.status())
                .raw(",\"error\":{\"type\":")
                .string("", reject.type());
        results.raw(",\"reason\":").string("", reject.reason()).raw("}}}");
        positions[count] = position;
        ends[count] = results.length();
        count++;
    }

    private void text(@Nullable String text) {
        if (text == null) {
            results.raw("null");
        } else {
            results.string("", text);
        }
    }

    public int count() {
        return count;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** How many bytes the results take. */
    int size() {
        return results.length();
    }

    /** The position, among the items that reached the visitor, of one of the rejected. */
    public int position(int rejection) {
        return positions[rejection];
    }

    public byte[] bytes() {
        return results.bytes();
    }

    public int from(int rejection) {
        return rejection == 0 ? 0 : ends[rejection - 1];
    }

    public int to(int rejection) {
        return ends[rejection];
    }

    /** The whole answer of a bulk of which every item was rejected. */
    Reply reply() {
        JsonBuffer body = new JsonBuffer();
        body.raw("{\"took\":0,\"errors\":true,\"items\":[");
        for (int i = 0; i < count; i++) {
            body.raw(i == 0 ? "" : ",").raw(results.bytes(), from(i), to(i) - from(i));
        }
        body.raw("]}");
        return new Reply(200, Headers.of("Content-Type", "application/json; charset=UTF-8"), body.toBytes());
    }

    @Override
    public String toString() {
        return new String(results.bytes(), 0, results.length(), StandardCharsets.UTF_8);
    }
}
