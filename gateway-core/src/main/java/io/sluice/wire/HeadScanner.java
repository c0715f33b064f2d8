package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import io.sluice.wire.BadMessageException.Fault;

/**
 * Finds the end of a head, or of trailers, in bytes that come piece by piece, and checks each line when it is complete. It holds no
 * bytes: it counts from the buffer's reader index, which must not move before the end is found. On one event loop.
 */
final class HeadScanner {
    private static final int LINE_END = 2;

    private final Kind kind;
    private final WireLimits limits;
    /** Offset of the line that is being read. */
    private int line;
    /** Offset before which no line feed is left. */
    private int searched;
    /** Offset of the first header line; -1 while the first line is being read. */
    private int fieldsFrom;

    private int fields;
    private int longestLine;

    /** Whose lines these are. */
    enum Kind {
        REQUEST,
        ANSWER,
        TRAILERS
    }

    HeadScanner(Kind kind, WireLimits limits) {
        this.kind = kind;
        this.limits = limits;
        reset();
    }

    private void reset() {
        line = 0;
        searched = 0;
        fields = 0;
        fieldsFrom = kind == Kind.TRAILERS ? 0 : -1;
    }

    /** Length of the longest line so far, since the last call. */
    int takeLongestLine() {
        int longest = longestLine;
        longestLine = 0;
        return longest;
    }

    /**
     * Looks at what has come.
     *
     * @return the length in bytes with the empty line at the end; -1 if the end has not come
     * @throws BadMessageException if a line is not valid or a limit is passed
     */
    int scan(ByteBuf in) {
        int start = in.readerIndex();
        while (true) {
            int feed = in.indexOf(start + searched, in.writerIndex(), (byte) '\n');
            int next = (feed < 0 ? in.writerIndex() : feed + 1) - start;
            checkLength(next);
            if (feed < 0) {
                searched = next;
                checkBeginning(in);
                return -1;
            }
            int begin = start + line;
            if (feed == begin || in.getByte(feed - 1) != '\r') {
                throw BadMessageException.syntax("a line does not end with CR LF");
            }
            if (feed - 1 == begin) {
                return end(next);
            }
            accept(in, begin, feed - 1);
            longestLine = Math.max(longestLine, next - line);
            line = next;
            searched = next;
        }
    }

    // What cannot become a first line, a TLS greeting for instance, is refused without waiting for the end of a line.
    private void checkBeginning(ByteBuf in) {
        int begin = in.readerIndex();
        if (fieldsFrom < 0 && in.isReadable() && in.getByte(begin) != '\r') {
            if (Octets.endOfToken(in, begin, begin + 1) == begin) {
                throw badFirstLine();
            }
        }
    }

    private void checkLength(int upTo) {
        if (fieldsFrom < 0) {
            if (upTo > (long) limits.lineBytes() + LINE_END) {
                throw new BadMessageException(
                        Fault.LINE_TOO_LONG, "the first line is longer than " + limits.lineBytes() + " bytes");
            }
        } else if (upTo - fieldsFrom > (long) limits.fieldBytes() + LINE_END) {
            throw new BadMessageException(
                    Fault.FIELDS_TOO_LARGE, "the headers are larger than " + limits.fieldBytes() + " bytes");
        }
    }

    private int end(int length) {
        if (fieldsFrom < 0) {
            throw badFirstLine();
        }
        reset();
        return length;
    }

    private void accept(ByteBuf in, int begin, int end) {
        if (fieldsFrom >= 0) {
            fields++;
            if (fields > limits.fields()) {
                throw new BadMessageException(Fault.FIELDS_TOO_LARGE, "more than " + limits.fields() + " headers");
            }
            checkField(in, begin, end);
            return;
        }
        boolean valid = kind == Kind.REQUEST ? isRequestLine(in, begin, end) : isStatusLine(in, begin, end);
        if (!valid) {
            throw badFirstLine();
        }
        fieldsFrom = end + LINE_END - in.readerIndex();
    }

    private BadMessageException badFirstLine() {
        return BadMessageException.syntax(
                kind == Kind.REQUEST ? "the request line is not valid" : "the status line is not valid");
    }

    private static boolean isRequestLine(ByteBuf in, int begin, int end) {
        int method = Octets.endOfToken(in, begin, end);
        if (method == begin || method == end || in.getByte(method) != ' ') {
            return false;
        }
        int target = Octets.endOfTarget(in, method + 1, end);
        return target > method + 1
                && target < end
                && in.getByte(target) == ' '
                && endOfVersion(in, target + 1, end) == end;
    }

    // The space before the reason is asked for by RFC 9112, 4, but servers that send no reason leave it out.
    private static boolean isStatusLine(ByteBuf in, int begin, int end) {
        int version = endOfVersion(in, begin, end);
        if (version < 0 || end - version < 4 || in.getByte(version) != ' ') {
            return false;
        }
        byte first = in.getByte(version + 1);
        boolean status = first >= '1'
                && first <= '5'
                && Octets.isDigit(in.getByte(version + 2))
                && Octets.isDigit(in.getByte(version + 3));
        int reason = version + 4;
        return status && (reason == end || in.getByte(reason) == ' ' && Octets.endOfText(in, reason, end) == end);
    }

    /** The end of the version that begins at the index; -1 if none does. */
    private static int endOfVersion(ByteBuf in, int begin, int end) {
        boolean version = end - begin >= 8
                && in.getByte(begin) == 'H'
                && in.getByte(begin + 1) == 'T'
                && in.getByte(begin + 2) == 'T'
                && in.getByte(begin + 3) == 'P'
                && in.getByte(begin + 4) == '/'
                && Octets.isDigit(in.getByte(begin + 5))
                && in.getByte(begin + 6) == '.'
                && Octets.isDigit(in.getByte(begin + 7));
        return version ? begin + 8 : -1;
    }

    private void checkField(ByteBuf in, int begin, int end) {
        if (Octets.isBlank(in.getByte(begin))) {
            throw BadMessageException.syntax("a header line is folded");
        }
        int name = Octets.endOfToken(in, begin, end);
        // RFC 9112, 5.1: white space before the colon is refused in requests, and taken out of answers.
        int colon = kind == Kind.REQUEST ? name : Octets.endOfBlanks(in, name, end);
        if (name == begin || colon == end || in.getByte(colon) != ':') {
            throw BadMessageException.syntax("a header's name is not valid");
        }
        if (Octets.endOfText(in, colon + 1, end) != end) {
            throw BadMessageException.syntax("a header's value holds a control character");
        }
    }
}
