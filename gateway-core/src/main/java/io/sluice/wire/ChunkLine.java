package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import io.sluice.wire.BadMessageException.Fault;

/**
 * Reads the lines before chunks (RFC 9112, 7.1) and bounds what stands between the chunks of one body. On one event loop, for one
 * connection.
 */
final class ChunkLine {
    private static final int MAX_DIGITS = 8;
    /** Bytes of framing that each chunk may have, for free. */
    private static final int FREE_BYTES = 16;
    /** Bytes of framing beyond that in one body. */
    private static final int MAX_OVERHEAD = 16 * 1024;

    private final WireLimits limits;
    private int searched;
    private long overhead;
    private int length;

    ChunkLine(WireLimits limits) {
        this.limits = limits;
    }

    void reset() {
        searched = 0;
        overhead = 0;
    }

    /** Length of the line that was read last, in bytes, with its end. */
    int length() {
        return length;
    }

    /**
     * Reads the line that begins at the buffer's reader index, which does not move.
     *
     * @return the size of the chunk; -1 if the line is not complete
     * @throws BadMessageException if the line is not valid, or there is too much framing for the body
     */
    long read(ByteBuf in) {
        int begin = in.readerIndex();
        int feed = in.indexOf(begin + searched, in.writerIndex(), (byte) '\n');
        searched = (feed < 0 ? in.writerIndex() : feed + 1) - begin;
        if (searched > limits.lineBytes()) {
            throw BadMessageException.syntax("the line before a chunk is too long");
        }
        if (feed < 0) {
            return -1;
        }
        length = searched;
        searched = 0;
        if (length < 2 || in.getByte(feed - 1) != '\r') {
            throw BadMessageException.syntax("the line before a chunk does not end with CR LF");
        }
        long size = size(in, begin, feed - 1);
        overhead = Math.max(0, overhead + length - FREE_BYTES - 2 * size);
        if (overhead > MAX_OVERHEAD) {
            throw new BadMessageException(Fault.SYNTAX, "there is too much between the chunks of the body");
        }
        return size;
    }

    private static long size(ByteBuf in, int begin, int end) {
        int at = begin;
        while (at < end && in.getByte(at) == '0') {
            at++;
        }
        int zeros = at - begin;
        long size = 0;
        while (at < end && digit(in.getByte(at)) >= 0) {
            size = size * 16 + digit(in.getByte(at));
            at++;
            if (at - begin - zeros > MAX_DIGITS) {
                throw BadMessageException.syntax("a chunk is too large");
            }
        }
        boolean ends = at == end || isExtension(in, at, end);
        if (at == begin || !ends || Octets.endOfText(in, at, end) != end) {
            throw BadMessageException.syntax("the size of a chunk is not valid");
        }
        return size;
    }

    // The extensions themselves are checked by Netty's decoder.
    private static boolean isExtension(ByteBuf in, int at, int end) {
        int semicolon = Octets.endOfBlanks(in, at, end);
        return semicolon < end && in.getByte(semicolon) == ';';
    }

    private static int digit(byte octet) {
        return Character.digit(octet, 16);
    }
}
