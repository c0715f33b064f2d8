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
            version(lines, document, "external_gte");
        }
        source(lines, document);
    }

    /**
     * Adds a document with its version. If that is the next one, the server refuses it where anything was written since; if it is higher,
     * the server cannot tell.
     *
     * @param inPlaceOf null if there is none
     */
    public static void overtake(JsonText lines, Document document, @Nullable Document inPlaceOf) {
        begin(lines, "index", document.id(), document.routing());
        long before = inPlaceOf == null ? 0 : inPlaceOf.version();
        // Any write makes the version the next one: "external" wants a higher one than is there.
        version(lines, document, document.version() == before + 1 ? "external" : "external_gte");
        source(lines, document);
    }

    /** Adds a document that takes the place of exactly this one. */
    public static void replace(JsonText lines, Document document, Document inPlaceOf) {
        begin(lines, "index", document.id(), document.routing());
        only(lines, inPlaceOf);
        source(lines, document);
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

    private static void version(JsonText lines, Document document, String type) {
        lines.add(",\"version\":").add(Long.toString(document.version()));
        lines.add(",\"version_type\":\"").add(type).add('"');
    }

    private static void source(JsonText lines, Document document) {
        lines.add("}}\n").add(document.content(), 0, document.content().length).add('\n');
    }

    private static void only(JsonText lines, Document document) {
        lines.add(",\"if_seq_no\":").add(Long.toString(document.seqNo()));
        lines.add(",\"if_primary_term\":").add(Long.toString(document.primaryTerm()));
    }
}
