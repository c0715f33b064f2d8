package io.sluice.plugins.diskqueue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Reads a file from front to back through a buffer. For one thread. */
final class Window {

    private static final int BYTES = 256 << 10;

    private final DataFile file;
    private final long end;
    private final ByteBuffer buffer = ByteBuffer.allocate(BYTES).limit(0);
    private final CRC32C crc = new CRC32C();
    private long start;

    Window(DataFile file) throws IOException {
        this.file = file;
        this.end = file.size();
    }

    /** Where the file ends. */
    long end() {
        return end;
    }

    /**
     * The buffer, after it holds bytes of the file from {@code at} on.
     *
     * @param length how many are needed, at most 64 KiB; the file has them
     */
    ByteBuffer at(long at, int length) throws IOException {
        if (at < start || at + length > start + buffer.limit()) {
            buffer.clear();
            file.read(buffer, at);
            buffer.flip();
            start = at;
            if (buffer.limit() < length) {
                throw new IOException("the file became shorter while it was read");
            }
        }
        return buffer;
    }

    /** Where a byte of the file stands in the buffer. */
    int index(long at) {
        return (int) (at - start);
    }

    /** CRC32C of a part of the file. */
    int crc(long from, long length) throws IOException {
        crc.reset();
        long next = from;
        while (next < from + length) {
            ByteBuffer bytes = at(next, 1);
            int here = (int) Math.min(from + length - next, bytes.limit() - index(next));
            crc.update(bytes.slice(index(next), here));
            next += here;
        }
        return (int) crc.getValue();
    }
}
