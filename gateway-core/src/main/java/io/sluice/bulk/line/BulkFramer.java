package io.sluice.bulk.line;

import io.sluice.json.LineFeeds;
import java.util.Arrays;

/**
 * Finds the action lines of a body that comes in windows of any size, and shows each as one piece. The caller says where a
 * source line is to be skipped. For one body; for one thread.
 */
final class BulkFramer {

    private static final byte[] NOTHING = {};

    private final int maxLine;
    private final LineFeeds feeds = new LineFeeds();

    private byte[] window = NOTHING;
    private int at;
    private int limit;
    private long base;

    /** The part of a line from earlier windows. */
    private byte[] carry = NOTHING;

    private int carried;

    private byte[] line = NOTHING;
    private int lineFrom;
    private int lineTo;
    private int lineEnd;
    private int lineNumber;

    /** What was found. */
    enum Step {
        /** A whole line. */
        LINE,
        /** The window is used up. */
        MORE,
        /** The line is longer than the limit. */
        TOO_LONG
    }

    BulkFramer(int maxLine) {
        this.maxLine = maxLine;
    }

    /** Passes the bytes [from, to), which are at the offset in the body. */
    void feed(byte[] bytes, int from, int to, long offset) {
        window = bytes;
        at = from;
        limit = to;
        base = offset - from;
        feeds.feed(bytes, from, to);
    }

    /** Goes to the end of a line and shows it without its line feed and without a carriage return before it. */
    Step nextLine() {
        int feed = feeds.next(at);
        int end = feed < 0 ? limit : feed;
        if (carried + end - at > maxLine) {
            return Step.TOO_LONG;
        }
        if (feed < 0) {
            carry(end);
            at = limit;
            return Step.MORE;
        }
        if (carried > 0) {
            carry(end);
            show(carry, 0, carried);
            carried = 0;
        } else {
            show(window, at, end);
        }
        at = feed + 1;
        lineNumber++;
        return Step.LINE;
    }

    private void show(byte[] bytes, int from, int to) {
        line = bytes;
        lineFrom = from;
        lineEnd = to;
        lineTo = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    }

    private void carry(int end) {
        int length = end - at;
        if (carried + length > carry.length) {
            carry = Arrays.copyOf(carry, Math.max(256, (carried + length) * 2));
        }
        System.arraycopy(window, at, carry, carried, length);
        carried += length;
    }

    /** The index in the window of the line feed that ends the current line; -1 if it is not in the window. */
    int lineFeed() {
        return feeds.next(at);
    }

    /** Moves on to an index of the window, after a line feed if the line has ended. */
    void moveTo(int index, boolean lineEnds) {
        at = index;
        if (lineEnds) {
            lineNumber++;
        }
    }

    /** Whether the line shown is only white space. */
    boolean isBlank() {
        for (int i = lineFrom; i < lineTo; i++) {
            byte c = line[i];
            if (c != ' ' && c != '\t' && c != '\r') {
                return false;
            }
        }
        return true;
    }

    boolean isConsumed() {
        return at == limit;
    }

    /** Whether a line has begun that has not ended. */
    boolean isInLine() {
        return carried > 0;
    }

    byte[] window() {
        return window;
    }

    int at() {
        return at;
    }

    int limit() {
        return limit;
    }

    /** The offset in the body of the next byte. */
    long offset() {
        return base + at;
    }

    byte[] line() {
        return line;
    }

    int lineFrom() {
        return lineFrom;
    }

    int lineTo() {
        return lineTo;
    }

    /** Where the line's bytes end: after a carriage return, before the line feed. */
    int lineEnd() {
        return lineEnd;
    }

    /** How many lines have ended. */
    int lineNumber() {
        return lineNumber;
    }
}
