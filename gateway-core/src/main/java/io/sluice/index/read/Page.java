package io.sluice.index.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One answer of documents.
 *
 * @param documents in the server's order
 * @param total how many there are, as far as they were to be counted
 * @param context the point in time or scroll to go on with; null if there is none
 * @param bytes the answer's length
 */
public record Page(
        List<Document> documents, long total, @Nullable String context, int bytes) {}
