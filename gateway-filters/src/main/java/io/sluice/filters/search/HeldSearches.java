package io.sluice.filters.search;

import io.netty.buffer.ByteBuf;
import io.sluice.api.RequestHead;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Looks ahead in the held body of an {@code _msearch}, whose headers and searches alternate. Stateless. */
public final class HeldSearches {

    /** No number of eight digits overflows. */
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,8}");

    private HeldSearches() {}

    /** Is told of each search. */
    public interface Each {
        /**
         * One search; the buffers are lent for the call.
         *
         * @param line the position of the search among the lines, from 0
         */
        void search(int line, ByteBuf header, ByteBuf search);
    }

    /** Whether there is no body, or its length is known and short enough to hold it. */
    public static boolean mayBeHeld(RequestHead head, int maxBytes) {
        String length = head.headers().get("Content-Length");
        return head.headers().get("Content-Encoding") == null
                && head.headers().get("Transfer-Encoding") == null
                && (length == null || LENGTH.matcher(length).matches() && Integer.parseInt(length) <= maxBytes);
    }

    /** Tells of all searches in order. */
    public static void forEach(ByteBuf body, Each each) {
        ByteBuf header = body;
        int from = body.readerIndex();
        for (int line = 0; from < body.writerIndex(); line++) {
            int feed = body.indexOf(from, body.writerIndex(), (byte) '\n');
            int to = feed < 0 ? body.writerIndex() : feed;
            ByteBuf text = body.slice(from, to - from);
            if (line % 2 == 0) {
                header = text;
            } else {
                each.search(line, header, text);
            }
            from = to + 1;
        }
    }

    /** The positions among the lines, from 0, of the searches that read a point in time. */
    public static Set<Integer> ofPointsInTime(ByteBuf body) {
        Set<Integer> lines = new HashSet<>();
        forEach(body, (line, header, search) -> {
            if (HeldSearch.hasPointInTime(search)) {
                lines.add(line);
            }
        });
        return lines;
    }
}
