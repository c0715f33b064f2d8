package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The indices that the documents of a collected {@code _mget} name, as far as the way of the request hangs on them. The visitor that
 * the body goes through afterwards checks each: a text that is misread here is refused there.
 */
final class DocumentIndices {

    private static final int IN_DOCUMENT = 3;

    private DocumentIndices() {}

    /** The index of each document in turn; null for one that names none, or not plainly. */
    static List<@Nullable String> of(ByteBuf body) {
        List<@Nullable String> indices = new ArrayList<>();
        int depth = 0;
        int end = body.writerIndex();
        for (int i = body.readerIndex(); i < end; i++) {
            byte c = body.getByte(i);
            if (c == '"') {
                int close = TopLevelNames.endOfString(body, i);
                if (depth == IN_DOCUMENT && !indices.isEmpty() && FirstValues.isText(body, i, close, "_index")) {
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
                }
            } else if (c == '}' || c == ']') {
                depth--;
            }
        }
        return indices;
    }
}
