package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sluice.wire.BadMessageException.Fault;

/**
 * Reads the lines before chunks (RFC 9112, 7.1) and bounds what stands between the chunks of one body. On one event loop, for one
 * connection.
 */
final class ChunkLine {
    private static final int LINE_END = 2;
    private static final int MAX_DIGITS = 8;
    /** Bytes of framing that each chunk may have without being counted. */
    private static final int FREE_BYTES = 16;
    /** Bytes of framing beyond that in one body. */
    private static final int MAX_OVERHEAD = 16 * 1024;

    private final WireLimits limits;
    private int searched;
    private long overhead;
    private int length;
    private boolean plain;

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

    /** Whether the line that was read last is valid and has nothing but the size. */
    boolean isPlain() {
        return plain;
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
        if (length < LINE_END || in.getByte(feed - 1) != '\r') {
            throw BadMessageException.syntax("the line before a chunk does not end with CR LF");
        }
        long size = plainSize(in, begin, length - LINE_END);
        plain = size >= 0;
        if (!plain) {
            size = size(ByteBufUtil.getBytes(in, begin, length - LINE_END));
        }
        overhead = Math.max(0, overhead + length - FREE_BYTES - 2 * size);
        if (overhead > MAX_OVERHEAD) {
            throw new BadMessageException(Fault.SYNTAX, "there is too much between the chunks of the body");
        }
        return size;
    }

    /** The size if the line has only digits; -1 otherwise. */
    private static long plainSize(ByteBuf in, int begin, int digits) {
        if (digits == 0 || digits > MAX_DIGITS) {
            return -1;
        }
        long size = 0;
        for (int i = begin; i < begin + digits; i++) {
            int digit = digit(in.getByte(i));
            if (digit < 0) {
                return -1;
            }
            size = size * 16 + digit;
        }
        return size;
    }

    private static long size(byte[] text) {
        int end = text.length;
        int at = 0;
        while (at < end && text[at] == '0') {
            at++;
        }
        int zeros = at;
        long size = 0;
        while (at < end && digit(text[at]) >= 0) {
            size = size * 16 + digit(text[at]);
            at++;
            if (at - zeros > MAX_DIGITS) {
                throw BadMessageException.syntax("a chunk is too large");
            }
        }
        boolean ends = at == end || isExtension(text, at);
        if (at == 0 || !ends || Octets.endOfText(text, at, end) != end) {
            throw BadMessageException.syntax("the size of a chunk is not valid");
        }
        return size;
    }

    // The extensions themselves are checked by Netty's decoder.
    private static boolean isExtension(byte[] text, int at) {
        int semicolon = Octets.endOfBlanks(text, at, text.length);
        return semicolon < text.length && text[semicolon] == ';';
    }

    private static int digit(byte octet) {
        return Character.digit(octet, 16);
    }
}
