package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import java.util.zip.DataFormatException;

/**
 * Header and trailer of gzip members (RFC 1952), read byte by byte as they come. As servers do, which look at a header when its
 * first ten bytes are there, fewer bytes behind the last member are ignored.
 */
final class GzipFraming {
    private static final int FLAG_CRC = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;
    private static final int RESERVED_FLAGS = 0xe0;
    private static final int FIXED_HEADER_BYTES = 10;
    private static final int TRAILER_BYTES = 8;
    /** The first three bytes of a header: gzip, and its only method. */
    private static final int MAGIC = 0x1f8b08;

    private static final int MAGIC_BYTES = 3;

    private enum Part {
        HEADER,
        EXTRA_LENGTH,
        EXTRA,
        NAME,
        COMMENT,
        HEADER_CRC,
        TRAILER
    }

    private Part part = Part.HEADER;
    private int position;
    private int magic;
    private int flags;
    private int extraLength;
    private long trailer;
    private boolean memberEnded;
    /** A member is complete. */
    private boolean anyMember;

    /** Reads on; whether a header or a trailer is now complete, see {@link #memberEnded}. */
    boolean read(ByteBuf input) throws DataFormatException {
        memberEnded = false;
        while (input.isReadable()) {
            if (accept(input.readUnsignedByte())) {
                return true;
            }
        }
        return false;
    }

    /** Whether what {@link #read} completed was a trailer. */
    boolean memberEnded() {
        return memberEnded;
    }

    /** Whether a body may end here: it is empty, or its last member is complete. */
    boolean mayEnd() {
        return part == Part.HEADER && (position == 0 || anyMember);
    }

    void check(long crc, long length) throws DataFormatException {
        if ((trailer & 0xffffffffL) != crc || trailer >>> 32 != (length & 0xffffffffL)) {
            throw new DataFormatException("the gzip checksum is wrong");
        }
    }

    private boolean accept(int b) throws DataFormatException {
        position++;
        switch (part) {
            case HEADER -> header(b);
            case EXTRA_LENGTH -> {
                extraLength |= b << 8 * (position - 1);
                if (position == 2) {
                    enter(extraLength == 0 ? after(Part.EXTRA) : Part.EXTRA);
                }
            }
            case EXTRA -> {
                if (position == extraLength) {
                    enter(after(Part.EXTRA));
                }
            }
            case NAME, COMMENT -> {
                if (b == 0) {
                    enter(after(part));
                }
            }
            case HEADER_CRC -> {
                if (position == 2) {
                    enter(Part.TRAILER);
                }
            }
            case TRAILER -> {
                trailer |= (long) b << 8 * (position - 1);
                if (position == TRAILER_BYTES) {
                    enter(Part.HEADER);
                    memberEnded = true;
                    anyMember = true;
                    return true;
                }
                return false;
            }
        }
        return part == Part.TRAILER;
    }

    private void header(int b) throws DataFormatException {
        if (position <= MAGIC_BYTES) {
            magic = magic << 8 & 0xffffff | b;
        } else if (position == MAGIC_BYTES + 1) {
            flags = b;
        } else if (position == FIXED_HEADER_BYTES) {
            checkHeader();
            extraLength = 0;
            trailer = 0;
            enter(after(Part.HEADER));
        }
    }

    private void checkHeader() throws DataFormatException {
        if (magic != MAGIC) {
            throw new DataFormatException(anyMember ? "something follows the gzip stream" : "the body is not gzip");
        }
        if ((flags & RESERVED_FLAGS) != 0) {
            throw new DataFormatException("the gzip header has reserved flags");
        }
    }

    private Part after(Part done) {
        if (done.compareTo(Part.EXTRA_LENGTH) < 0 && (flags & FLAG_EXTRA) != 0) {
            return Part.EXTRA_LENGTH;
        }
        if (done.compareTo(Part.NAME) < 0 && (flags & FLAG_NAME) != 0) {
            return Part.NAME;
        }
        if (done.compareTo(Part.COMMENT) < 0 && (flags & FLAG_COMMENT) != 0) {
            return Part.COMMENT;
        }
        return (flags & FLAG_CRC) != 0 ? Part.HEADER_CRC : Part.TRAILER;
    }

    private void enter(Part next) {
        part = next;
        position = 0;
    }
}
