package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;

/**
 * Finds a member of a collected JSON object when it decides the route of the request. The visitor that runs afterwards
 * checks the result: text that is misread here is refused there.
 */
final class TopLevelNames {

    private TopLevelNames() {}

    /** Whether the outermost object has a member with exactly this name, written without escapes. */
    static boolean contains(ByteBuf body, String name) {
        return valueOf(body, name) >= 0;
    }

    /** Position just after the colon of such a member; -1 if there is none. */
    static int valueOf(ByteBuf body, String name) {
        ByteBuf wanted = HeldText.quoted(name);
        int depth = 0;
        int end = body.writerIndex();
        for (int i = body.readerIndex(); i < end; i++) {
            byte c = body.getByte(i);
            if (c == '"') {
                int close = endOfString(body, i);
                int value = depth == 1 && HeldText.isAt(wanted, body, i) ? behindColon(body, close + 1) : -1;
                if (value >= 0) {
                    return value;
                }
                i = close;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            }
        }
        return -1;
    }

    /** Position of the closing quote of the string that starts at a quote; the last byte if it is not closed. */
    static int endOfString(ByteBuf body, int quote) {
        int end = body.writerIndex();
        int i = quote + 1;
        while (i < end && body.getByte(i) != '"') {
            i += body.getByte(i) == '\\' ? 2 : 1;
        }
        return Math.min(i, end - 1);
    }

    private static int behindColon(ByteBuf body, int from) {
        int at = HeldText.pastSpace(body, from);
        return at < body.writerIndex() && body.getByte(at) == ':' ? at + 1 : -1;
    }
}
