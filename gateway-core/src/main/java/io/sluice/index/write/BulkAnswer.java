package io.sluice.index.write;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** The results of a bulk's items, of which only status and error were asked for. Immutable. */
public final class BulkAnswer {
    /** What of an answer is read. */
    public static final String FILTER = "filter_path=errors,items.*.status,items.*.error.type,items.*.error.reason";

    private final JsonNode items;

    /**
     * Reads an answer.
     *
     * @param expected how many items the bulk had
     * @throws IOException if it does not have a result for each
     */
    public BulkAnswer(JsonNode answer, int expected) throws IOException {
        items = answer.path("items");
        if (items.size() != expected) {
            throw new IOException("a bulk of " + expected + " items was answered with " + items.size() + " results");
        }
    }

    private JsonNode result(int item) {
        JsonNode member = items.path(item);
        return member.isEmpty() ? member : member.elements().next();
    }

    /** The status of an item; 0 if it has none. */
    public int status(int item) {
        return result(item).path("status").asInt();
    }

    /** Why an item failed, in the server's words. */
    public String reason(int item) {
        JsonNode error = result(item).path("error");
        return error.path("type").asText() + ": " + error.path("reason").asText();
    }
}
