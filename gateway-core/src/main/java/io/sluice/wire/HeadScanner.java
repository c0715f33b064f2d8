package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import io.sluice.wire.BadMessageException.Fault;

/**
 * Finds the end of a head, or of trailers, in bytes that come piece by piece, and checks each line when it is complete. It keeps no
 * bytes: it counts from the buffer's reader index, which must not move before the end is found. On one event loop.
 */
final class HeadScanner {
    private static final int LINE_END = 2;
    /** Length of a version. */
    private static final int VERSION = 8;
    /** Lines up to this length share one array; a longer one gets an array of its own. */
    private static final int SHORT_LINE = 256;

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
    /** Where short lines are checked, one after another; empty before the first. */
    private byte[] shared = {};

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
     * Scans the received bytes.
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
            int length = feed - 1 - begin;
            byte[] text = roomFor(length);
            in.getBytes(begin, text, 0, length);
            accept(text, length, next);
            longestLine = Math.max(longestLine, next - line);
            line = next;
            searched = next;
        }
    }

    private byte[] roomFor(int length) {
        if (length > SHORT_LINE) {
            return new byte[length];
        }
        if (shared.length == 0) {
            shared = new byte[SHORT_LINE];
        }
        return shared;
    }

    // What cannot become a first line, a TLS greeting for instance, is refused without waiting for the end of a line.
    private void checkBeginning(ByteBuf in) {
        if (fieldsFrom < 0 && in.isReadable()) {
            byte first = in.getByte(in.readerIndex());
            if (first != '\r' && !Octets.isToken(first)) {
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

    private void accept(byte[] text, int length, int next) {
        if (fieldsFrom >= 0) {
            fields++;
            if (fields > limits.fields()) {
                throw new BadMessageException(Fault.FIELDS_TOO_LARGE, "more than " + limits.fields() + " headers");
            }
            checkField(text, length);
            return;
        }
        boolean valid = kind == Kind.REQUEST ? isRequestLine(text, length) : isStatusLine(text, length);
        if (!valid) {
            throw badFirstLine();
        }
        fieldsFrom = next;
    }

    private BadMessageException badFirstLine() {
        return BadMessageException.syntax(
                kind == Kind.REQUEST ? "the request line is not valid" : "the status line is not valid");
    }

    private static boolean isRequestLine(byte[] text, int end) {
        int method = Octets.endOfToken(text, 0, end);
        if (method == 0 || method == end || text[method] != ' ') {
            return false;
        }
        int target = Octets.endOfTarget(text, method + 1, end);
        return target > method + 1
                && target < end
                && text[target] == ' '
                && end - target - 1 == VERSION
                && isVersion(text, target + 1);
    }

    // The space before the reason is asked for by RFC 9112, 4, but servers that send no reason leave it out.
    private static boolean isStatusLine(byte[] text, int end) {
        int reason = VERSION + 4;
        if (end < reason || !isVersion(text, 0) || text[VERSION] != ' ') {
            return false;
        }
        byte first = text[VERSION + 1];
        boolean status =
                first >= '1' && first <= '5' && Octets.isDigit(text[VERSION + 2]) && Octets.isDigit(text[VERSION + 3]);
        boolean ends = reason == end || text[reason] == ' ' && Octets.endOfText(text, reason, end) == end;
        return status && ends;
    }

    private static boolean isVersion(byte[] text, int at) {
        return text[at] == 'H'
                && text[at + 1] == 'T'
                && text[at + 2] == 'T'
                && text[at + 3] == 'P'
                && text[at + 4] == '/'
                && Octets.isDigit(text[at + 5])
                && text[at + 6] == '.'
                && Octets.isDigit(text[at + 7]);
    }

    private void checkField(byte[] text, int end) {
        if (Octets.isBlank(text[0])) {
            throw BadMessageException.syntax("a header line is folded");
        }
        int name = Octets.endOfToken(text, 0, end);
        // RFC 9112, 5.1: white space before the colon is refused in requests, and taken out of answers.
        int colon = kind == Kind.REQUEST ? name : Octets.endOfBlanks(text, name, end);
        if (name == 0 || colon == end || text[colon] != ':') {
            throw BadMessageException.syntax("a header's name is not valid");
        }
        if (Octets.endOfText(text, colon + 1, end) != end) {
            throw BadMessageException.syntax("a header's value holds a control character");
        }
    }
}
