package io.sluice.index.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One answer of documents.
 *
 * @param documents in the server's order
 * @param context the point in time or scroll to go on with; null if there is none
 * @param bytes the answer's length
 */
public record Page(List<Document> documents, @Nullable String context, int bytes) {}
