package io.sluice.bulk.answer;

import io.sluice.api.BulkOperation;
import io.sluice.json.JsonBuffer;

/**
 * How items are answered that were accepted and are executed later. An item has the status that servers give one that they have
 * executed: clients take any other for a failure, and send such an item again.
 *
 * @param view what of them the client wants to see
 * @param typed whether they have the members that the high-level REST client of Elasticsearch 7, and clients made of it, cannot do
 *     without: a result that servers know, a type, a version and a count of shards. The version is that of a document that is not there.
 * @param receipt names the request; ASCII without quotes or backslashes
 */
public record Acceptance(ResultView view, boolean typed, String receipt) {
    /** The status of the answer to the write of one document. */
    public static final int ACCEPTED = 202;

    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final String RESULT = "result";
    private static final String RECEIPT = "receipt";

    private static int status(BulkOperation operation) {
        return switch (operation) {
            case INDEX, CREATE -> CREATED;
            case UPDATE, DELETE -> OK;
        };
    }

    private static String executed(BulkOperation operation) {
        return switch (operation) {
            case INDEX, CREATE -> "created";
            case UPDATE -> "updated";
            case DELETE -> "deleted";
        };
    }

    /** The same where everything is shown. */
    Acceptance whole() {
        return new Acceptance(ResultView.ALL, typed, receipt);
    }

    /** Writes what is shown of an item, if that is something. */
    void item(BulkOperation operation, String index, String id, JsonBuffer out) {
        int begin = out.length();
        out.raw("{\"").raw(operation.key()).raw("\":");
        if (result(operation, index, id, status(operation), out)) {
            out.raw("}");
        } else {
            out.cut(begin);
        }
    }

    /** The answer to the write of one document, of which everything is shown. */
    public byte[] document(BulkOperation operation, String index, String id) {
        JsonBuffer body = new JsonBuffer();
        whole().result(operation, index, id, ACCEPTED, body);
        return body.toBytes();
    }

    /** Writes what is shown of a result; whether that is something. */
    private boolean result(BulkOperation operation, String index, String id, int status, JsonBuffer out) {
        int begin = out.length();
        if (view.items().shows(ItemPath.INDEX)) {
            separate(out, begin).raw("\"_index\":").string("", index);
        }
        if (typed && view.items().shows("_type")) {
            separate(out, begin).raw("\"_type\":\"_doc\"");
        }
        if (view.items().shows(ItemPath.ID)) {
            separate(out, begin).raw("\"_id\":").string("", id);
        }
        if (typed && view.items().shows("_version")) {
            separate(out, begin).raw("\"_version\":-1");
        }
        if (view.items().shows(RESULT)) {
            separate(out, begin)
                    .raw("\"result\":\"")
                    .raw(typed ? executed(operation) : "queued")
                    .raw("\"");
        }
        if (typed && view.items().shows("_shards")) {
            separate(out, begin).raw("\"_shards\":{\"total\":0,\"successful\":0,\"failed\":0}");
        }
        if (view.items().shows(RECEIPT)) {
            separate(out, begin).raw("\"receipt\":\"").raw(receipt).raw("\"");
        }
        if (view.items().shows(ItemPath.STATUS)) {
            separate(out, begin).raw("\"status\":").number(status);
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
}
