package io.sluice.filters.search;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Looks ahead in the held body of a search. For one look at one body, whose buffer it does not own. */
public final class HeldSearch {

    private static final byte[] POINT_IN_TIME = "\"pit\"".getBytes(StandardCharsets.US_ASCII);

    private final ByteBuf body;
    private int at;

    private HeldSearch(ByteBuf body) {
        this.body = body;
        this.at = body.readerIndex();
    }

    /**
     * Whether the outermost object of a body has a member {@code pit}, written without escapes. That holds for strict JSON only: in a comment or
     * another format the name means nothing. So the caller must read the body as JSON before it goes on, and look at the member.
     */
    public static boolean hasPointInTime(ByteBuf body) {
        return new HeldSearch(body).found();
    }

    private boolean found() {
        int depth = 0;
        while (at < body.writerIndex()) {
            switch (body.getByte(at)) {
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                case '"' -> {
                    int start = at;
                    endOfString();
                    if (depth == 1 && isName(start)) {
                        return true;
                    }
                }
                default -> {}
            }
            at++;
        }
        return false;
    }

    // Leaves the position on the closing quotation mark.
    private void endOfString() {
        at++;
        while (at < body.writerIndex() && body.getByte(at) != '"') {
            at += body.getByte(at) == '\\' ? 2 : 1;
        }
    }

    private boolean isName(int start) {
        if (at - start != POINT_IN_TIME.length - 1) {
            return false;
        }
        for (int i = 0; i < POINT_IN_TIME.length; i++) {
            if (body.getByte(start + i) != POINT_IN_TIME[i]) {
                return false;
            }
        }
        int colon = at + 1;
        while (colon < body.writerIndex() && " \t\r\n".indexOf(body.getByte(colon)) >= 0) {
            colon++;
        }
        return colon < body.writerIndex() && body.getByte(colon) == ':';
    }
}
