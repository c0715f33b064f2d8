package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The indices that the documents of a collected {@code _mget} name. The visitor that the body goes through afterwards checks each: a
 * text that is misread here is refused there.
 */
final class DocumentIndices {

    private static final int IN_DOCUMENT = 3;

    private DocumentIndices() {}

    /** The index of each document in turn; null for one that names none, or not plainly. */
    static List<@Nullable String> of(ByteBuf body) {
        List<@Nullable String> indices = new ArrayList<>();
        read(body, indices, new ArrayList<>());
        return indices;
    }

    /**
     * The server's answer to a request of which neither the path nor each document names an index; null where each does, or where there
     * are none. The gateway gives it, so that no other way to name an index can take effect.
     */
    static @Nullable RequestPlan lacking(ByteBuf body) {
        List<Boolean> named = new ArrayList<>();
        read(body, new ArrayList<>(), named);
        if (named.isEmpty() && TopLevelNames.contains(body, "ids")) {
            named.add(false);
        }
        StringBuilder problems = new StringBuilder("Validation Failed:");
        int count = 0;
        for (int i = 0; i < named.size(); i++) {
            if (!named.get(i)) {
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

    private static void read(ByteBuf body, List<@Nullable String> indices, List<Boolean> named) {
        int depth = 0;
        int end = body.writerIndex();
        for (int i = body.readerIndex(); i < end; i++) {
            byte c = body.getByte(i);
            if (c == '"') {
                int close = TopLevelNames.endOfString(body, i);
                if (depth == IN_DOCUMENT && !indices.isEmpty() && FirstValues.isText(body, i, close, "_index")) {
                    named.set(named.size() - 1, true);
                    int value = FirstValues.valueBehind(body, close + 1);
                    if (value >= 0) {
                        indices.set(indices.size() - 1, FirstValues.plain(body, value));
                    }
                }
                i = close;
            } else if (c == '{' || c == '[') {
                depth++;
                if (c == '{' && depth == IN_DOCUMENT) {
                    indices.add(null);
                    named.add(false);
                }
            } else if (c == '}' || c == ']') {
                depth--;
            }
        }
    }
}
