package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The indices named by the documents of a collected {@code _mget}. The visitor that runs afterwards checks each of
 * them, so text that is misread here is refused there.
 */
final class DocumentIndices {

    private static final int IN_DOCUMENT = 3;

    private DocumentIndices() {}

    /**
     * A document of the request.
     *
     * @param named whether the document names an index
     * @param index that the document names, if written without escapes; otherwise null
     */
    private record Wanted(boolean named, @Nullable String index) {}

    private static final Wanted NOTHING = new Wanted(false, null);

    /** The index of each document in order; null if a document names none, or writes it with escapes. */
    static List<@Nullable String> of(ByteBuf body) {
        List<@Nullable String> indices = new ArrayList<>();
        wanted(body).forEach(document -> indices.add(document.index()));
        return indices;
    }

    /**
     * The server's error for documents without an index, when the path names none; null if each document names one, or
     * if there are no documents. The gateway sends it itself, so that no other way to name an index can take effect.
     */
    static @Nullable RequestPlan lacking(ByteBuf body) {
        List<Wanted> documents = wanted(body);
        if (documents.isEmpty() && TopLevelNames.contains(body, "ids")) {
            documents.add(NOTHING);
        }
        StringBuilder problems = new StringBuilder("Validation Failed:");
        int count = 0;
        for (int i = 0; i < documents.size(); i++) {
            if (!documents.get(i).named()) {
                problems.append(' ')
                        .append(++count)
                        .append(": index is missing for doc ")
                        .append(i)
                        .append(';');
            }
        }
        return count == 0
                ? null
                : RequestPlan.answer(Reply.error(400, "action_request_validation_exception", problems.toString()));
    }

    private static List<Wanted> wanted(ByteBuf body) {
        List<Wanted> documents = new ArrayList<>();
        int depth = 0;
        int end = body.writerIndex();
        for (int i = body.readerIndex(); i < end; i++) {
            byte c = body.getByte(i);
            if (c == '"') {
                int close = TopLevelNames.endOfString(body, i);
                if (depth == IN_DOCUMENT && !documents.isEmpty() && FirstValues.isText(body, i, close, "_index")) {
                    int value = FirstValues.valueBehind(body, close + 1);
                    if (value >= 0) {
                        documents.set(documents.size() - 1, new Wanted(true, FirstValues.plain(body, value)));
                    }
                }
                i = close;
            } else if (c == '{' || c == '[') {
                depth++;
                if (c == '{' && depth == IN_DOCUMENT) {
                    documents.add(NOTHING);
                }
            } else if (c == '}' || c == ']') {
                depth--;
            }
        }
        return documents;
    }
}
