package io.sluice.plugins.diskqueue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A block of fixed data at the beginning of a file or of a part of one: 8 bytes that say what it is, 4 of the format's version, 4 of
 * the block's length, the content, and 4 of CRC32C over all that. This frame is the same in every version of the format, so that a
 * newer version can be told from damage.
 */
final class Block {

    static final int VERSION = 1;

    /** What a block has besides its content. */
    static final int FRAME = 20;

    /** The most that a block may have, frame included. */
    static final int MAX = 16 << 10;

    private static final int BEFORE = 16;

    private Block() {}

    /** A buffer to put the content into, at its position. */
    static ByteBuffer begin(long magic, int contentBytes) {
        return ByteBuffer.allocate(FRAME + contentBytes)
                .putLong(magic)
                .putInt(VERSION)
                .putInt(FRAME + contentBytes);
    }

    /** Puts the checksum after the content; the result is ready to be written. */
    static ByteBuffer end(ByteBuffer block) {
        return block.putInt(crc(block, block.position())).flip();
    }

    /**
     * The content of a block that begins where the buffer does.
     *
     * @param path of the file, for messages
     * @return null if there is no intact block
     * @throws IOException if a newer version wrote it
     */
    static @Nullable ByteBuffer read(ByteBuffer bytes, long magic, String path) throws IOException {
        if (bytes.limit() < FRAME || bytes.getLong(0) != magic) {
            return null;
        }
        int length = bytes.getInt(12);
        if (length < FRAME || length > bytes.limit() || bytes.getInt(length - 4) != crc(bytes, length - 4)) {
            return null;
        }
        int version = bytes.getInt(8);
        if (version != VERSION) {
            throw new IOException(path + ": version " + version
                    + " of the format wrote it, and this gateway reads version " + VERSION);
        }
        return bytes.slice(BEFORE, length - FRAME);
    }

    private static int crc(ByteBuffer bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(0, length));
        return (int) crc.getValue();
    }
}
