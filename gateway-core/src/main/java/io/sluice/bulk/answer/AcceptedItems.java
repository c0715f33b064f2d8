package io.sluice.bulk.answer;

import io.sluice.api.BulkOperation;
import io.sluice.json.JsonBuffer;

/**
 * The answer to a bulk whose items were accepted and are executed later, in the form that the client asked for. For one bulk; for one
 * thread.
 */
public final class AcceptedItems {
    private final Acceptance acceptance;
    private final JsonBuffer items = new JsonBuffer();

    public AcceptedItems(Acceptance acceptance) {
        this.acceptance = acceptance;
    }

    /** Adds the next item. */
    public void add(BulkOperation operation, String index, String id) {
        if (acceptance.view().items().showsNothing()) {
            return;
        }
        int begin = items.length();
        items.raw(begin > 0 ? "," : "");
        int item = items.length();
        acceptance.item(operation, index, id, items);
        if (items.length() == item) {
            // Nothing is asked of it that it has.
            items.cut(begin);
        }
    }

    /** How many bytes the items take. */
    public int size() {
        return items.length();
    }

    /** The whole answer of a bulk. */
    public byte[] bulk(long tookMillis) {
        return bulk(acceptance.view(), tookMillis, false, items);
    }

    /**
     * The whole answer of a bulk.
     *
     * @param items what is shown of them, with commas between
     */
    static byte[] bulk(ResultView view, long tookMillis, boolean errors, JsonBuffer items) {
        JsonBuffer body = new JsonBuffer();
        if (view.shows(HeadMember.TOOK)) {
            separate(body).raw("\"took\":").raw(Long.toString(tookMillis));
        }
        if (view.shows(HeadMember.ERRORS)) {
            separate(body).raw("\"errors\":").raw(Boolean.toString(errors));
        }
        if (items.length() > 0 || view.items().showsEverything()) {
            separate(body)
                    .raw("\"items\":[")
                    .raw(items.bytes(), 0, items.length())
                    .raw("]");
        }
        return body.raw(body.length() == 0 ? "{}" : "}").toBytes();
    }

    private static JsonBuffer separate(JsonBuffer out) {
        return out.raw(out.length() == 0 ? "{" : ",");
    }
}
