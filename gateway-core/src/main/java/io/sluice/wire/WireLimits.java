package io.sluice.wire;

/**
 * What one message may be, apart from its body. Each bound holds while the message is read, not only once it is complete.
 *
 * @param lineBytes bytes of the first line, and of a line before a chunk
 * @param fieldBytes bytes of all header lines together, and of all trailer lines together
 * @param fields number of header lines, and of trailer lines
 */
public record WireLimits(int lineBytes, int fieldBytes, int fields) {

    /** What HTTP/2 counts besides the bytes of a header (RFC 9113, 6.5.2). */
    private static final int LISTED = 32;
    /** Pseudo-headers: method, scheme, authority and path; and room for their names. */
    private static final int PSEUDO = 4 + 1;

    /** Bytes of a complete head at most. */
    public int headBytes() {
        return (int) Math.min(Integer.MAX_VALUE, (long) lineBytes + fieldBytes);
    }

    /** The size of a complete head at most, as HTTP/2 counts it. */
    public int listBytes() {
        return (int) Math.min(Integer.MAX_VALUE, headBytes() + (long) LISTED * ((long) fields + PSEUDO));
    }
}
