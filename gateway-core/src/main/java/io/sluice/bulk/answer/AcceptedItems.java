package io.sluice.bulk.answer;

import io.sluice.api.BulkOperation;
import io.sluice.json.JsonBuffer;

/**
 * The answer to a bulk whose items were accepted and are executed later, in the form that the client asked for. For one bulk; for one
 * thread.
 */
public final class AcceptedItems {
    private static final int ACCEPTED = 202;

    private final ResultView view;
    private final String receipt;
    private final JsonBuffer items = new JsonBuffer();

    /** @param receipt names the request; ASCII without quotes or backslashes */
    public AcceptedItems(ResultView view, String receipt) {
        this.view = view;
        this.receipt = receipt;
    }

    /** Adds the next item. */
    public void add(BulkOperation operation, String index, String id) {
        if (view.showsNoItems()) {
            return;
        }
        int begin = items.length();
        items.raw(begin > 0 ? ",{\"" : "{\"").raw(operation.key()).raw("\":");
        if (result(items, index, id)) {
            items.raw("}");
        } else {
            // Nothing is asked of it that it has.
            items.cut(begin);
        }
    }

    /** Writes what is shown of an item's result; whether that is something. */
    private boolean result(JsonBuffer out, String index, String id) {
        int begin = out.length();
        if (view.shows(ItemField.INDEX)) {
            separate(out, begin).raw("\"_index\":").string("", index);
        }
        if (view.shows(ItemField.ID)) {
            separate(out, begin).raw("\"_id\":").string("", id);
        }
        if (view.showsOthers()) {
            separate(out, begin)
                    .raw("\"result\":\"queued\",\"receipt\":\"")
                    .raw(receipt)
                    .raw("\"");
        }
        if (view.shows(ItemField.STATUS)) {
            separate(out, begin).raw("\"status\":").number(ACCEPTED);
        }
        if (out.length() == begin) {
            return false;
        }
        out.raw("}");
        return true;
    }

    private static JsonBuffer separate(JsonBuffer out, int begin) {
        return out.raw(out.length() == begin ? "{" : ",");
    }

    /** How many bytes the items take. */
    public int size() {
        return items.length();
    }

    /** The whole answer of a bulk. */
    public byte[] bulk(long tookMillis) {
        return bulk(view, tookMillis, false, items);
    }

    /**
     * The whole answer of a bulk.
     *
     * @param items what is shown of them, with commas between
     */
    static byte[] bulk(ResultView view, long tookMillis, boolean errors, JsonBuffer items) {
        JsonBuffer body = new JsonBuffer();
        if (view.shows(HeadMember.TOOK)) {
            separate(body, 0).raw("\"took\":").raw(Long.toString(tookMillis));
        }
        if (view.shows(HeadMember.ERRORS)) {
            separate(body, 0).raw("\"errors\":").raw(Boolean.toString(errors));
        }
        if (items.length() > 0 || view.showsWholeItems()) {
            separate(body, 0)
                    .raw("\"items\":[")
                    .raw(items.bytes(), 0, items.length())
                    .raw("]");
        }
        return body.raw(body.length() == 0 ? "{}" : "}").toBytes();
    }

    /** All of one item, as an element of an answer's items. */
    static byte[] item(BulkOperation operation, String index, String id, String receipt) {
        AcceptedItems one = new AcceptedItems(ResultView.ALL, receipt);
        one.add(operation, index, id);
        return one.items.toBytes();
    }

    /** The answer to the write of one document. */
    public static byte[] single(String index, String id, String receipt) {
        JsonBuffer body = new JsonBuffer();
        new AcceptedItems(ResultView.ALL, receipt).result(body, index, id);
        return body.toBytes();
    }
}
