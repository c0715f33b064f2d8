package io.sluice.wire;

/**
 * What one message may be, apart from its body. Each bound holds while the message is read, not only once it is complete.
 *
 * @param lineBytes bytes of the first line, and of a line before a chunk
 * @param fieldBytes bytes of all header lines together, and of all trailer lines together
 * @param fields number of header lines, and of trailer lines
 */
public record WireLimits(int lineBytes, int fieldBytes, int fields) {

    /** Bytes of a complete head at most. */
    public int headBytes() {
        return (int) Math.min(Integer.MAX_VALUE, (long) lineBytes + fieldBytes);
    }
}
