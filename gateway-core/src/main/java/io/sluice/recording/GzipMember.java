package io.sluice.recording;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads the members of a gzip file one by one, and knows where each begins. Members are as {@link RecordingFile} writes them: without
 * optional fields. For one thread.
 */
final class GzipMember implements AutoCloseable {
    private static final int HEADER = 10;
    private static final int TRAILER = 8;
    private static final byte[] BEGINNING = {0x1f, (byte) 0x8b, 8, 0};
    private static final int CHUNK = 64 << 10;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final byte[] chunk = new byte[CHUNK];
    private int from;
    private int to;
    /** Bytes of the file before the chunk. */
    private long before;

    GzipMember(InputStream in) {
        this.in = in;
    }

    /** Where the next member begins, in bytes. */
    long offset() {
        return before + from;
    }

    /**
     * The content of the next member; empty at the end of the file.
     *
     * @param most a longer one is refused
     * @throws EOFException if the file ends within the member
     * @throws IOException if the member is damaged
     */
    byte[] next(int most) throws IOException {
        if (from == to && !fill()) {
            return new byte[0];
        }
        for (int i = 0; i < HEADER; i++) {
            int read = read();
            if (i < BEGINNING.length && (byte) read != BEGINNING[i]) {
                throw new IOException("what begins here is not compressed by gzip");
            }
        }
        byte[] content = inflate(most);
        CRC32 crc = new CRC32();
        crc.update(content);
        if (number() != crc.getValue() || number() != content.length) {
            throw new IOException("the checksum of what begins here is another");
        }
        if (content.length == 0) {
            throw new IOException("what begins here is empty");
        }
        return content;
    }

    private byte[] inflate(int most) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        byte[] part = new byte[CHUNK];
        inflater.reset();
        inflater.setInput(chunk, from, to - from);
        try {
            while (!inflater.finished()) {
                int length = inflater.inflate(part);
                content.write(part, 0, length);
                if (content.size() > most) {
                    throw new IOException("what begins here has more than " + most + " bytes");
                }
                if (length == 0 && inflater.needsDictionary()) {
                    throw new IOException("what begins here needs a dictionary");
                }
                if (length == 0 && inflater.needsInput()) {
                    from = to;
                    if (!fill()) {
                        throw new EOFException("it ends within what begins here");
                    }
                    inflater.setInput(chunk, from, to - from);
                }
            }
        } catch (DataFormatException e) {
            throw new IOException("what begins here cannot be decompressed: " + e.getMessage(), e);
        }
        from = to - inflater.getRemaining();
        return content.toByteArray();
    }

    private long number() throws IOException {
        long number = 0;
        for (int shift = 0; shift < TRAILER / 2 * Byte.SIZE; shift += Byte.SIZE) {
            number |= (long) read() << shift;
        }
        return number;
    }

    private int read() throws IOException {
        if (from == to && !fill()) {
            throw new EOFException("it ends within what begins here");
        }
        return Byte.toUnsignedInt(chunk[from++]);
    }

    private boolean fill() throws IOException {
        before += to;
        from = 0;
        to = Math.max(0, in.read(chunk));
        return to > 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
