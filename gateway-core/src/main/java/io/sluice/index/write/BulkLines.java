package io.sluice.index.write;

import io.sluice.index.read.Document;
import io.sluice.index.read.JsonText;
import org.jspecify.annotations.Nullable;

/** Writes the two lines of a document in a bulk. Stateless. */
public final class BulkLines {
    private BulkLines() {}

    /** Adds a document whose content is its source in one line. */
    public static void add(JsonText lines, Document document, WriteMode mode) {
        begin(lines, mode == WriteMode.CREATE ? "create" : "index", document.id(), document.routing());
        if (mode == WriteMode.VERSION) {
            lines.add(",\"version\":").add(Long.toString(document.version())).add(",\"version_type\":\"external_gte\"");
        }
        lines.add("}}\n").add(document.content(), 0, document.content().length).add('\n');
    }

    /** Adds a document that takes the place of exactly this one. */
    public static void replace(JsonText lines, Document document, Document inPlaceOf) {
        begin(lines, "index", document.id(), document.routing());
        only(lines, inPlaceOf);
        lines.add("}}\n").add(document.content(), 0, document.content().length).add('\n');
    }

    /** Adds the deletion of exactly this document. */
    public static void delete(JsonText lines, Document document) {
        begin(lines, "delete", document.id(), document.routing());
        only(lines, document);
        lines.add("}}\n");
    }

    private static void begin(JsonText lines, String action, String id, @Nullable String routing) {
        lines.add("{\"").add(action).add("\":{\"_id\":").string(id);
        if (routing != null) {
            lines.add(",\"routing\":").string(routing);
        }
    }

    private static void only(JsonText lines, Document document) {
        lines.add(",\"if_seq_no\":").add(Long.toString(document.seqNo()));
        lines.add(",\"if_primary_term\":").add(Long.toString(document.primaryTerm()));
    }
}
