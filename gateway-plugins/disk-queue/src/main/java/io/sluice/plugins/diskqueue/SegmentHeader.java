package io.sluice.plugins.diskqueue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The beginning of a segment file. Immutable. */
final class SegmentHeader {

    private static final long MAGIC = 0x534C51_5345474DL;
    private static final int FIXED = 28;
    private static final Pattern NAME = Pattern.compile("(\\d{19})\\.segment");

    private final long number;
    private final long salt;
    private final long created;
    private final long[] base;

    /**
     * A header.
     *
     * @param number of the segment, from 1; each segment has the next one
     * @param salt drawn at random for each segment; seeds the checksums of its records
     * @param created milliseconds since 1970, for people only
     * @param base the sequence number of each lane's first record in the segment, or of the first after it if there is none
     */
    SegmentHeader(long number, long salt, long created, long[] base) {
        this.number = number;
        this.salt = salt;
        this.created = created;
        this.base = base.clone();
    }

    long number() {
        return number;
    }

    long salt() {
        return salt;
    }

    int lanes() {
        return base.length;
    }

    long base(int lane) {
        return base[lane];
    }

    /**
     * Whether everything before this segment is done.
     *
     * @param done the sequence number of the last record of each lane that is done
     */
    boolean isReached(long[] done) {
        for (int lane = 0; lane < base.length; lane++) {
            if (base[lane] > done[lane] + 1) {
                return false;
            }
        }
        return true;
    }

    /** A copy of all lanes' bases. */
    long[] bases() {
        return base.clone();
    }

    /** How many bytes the header of a segment has. */
    static int bytes(int lanes) {
        return Block.FRAME + FIXED + lanes * Long.BYTES;
    }

    int bytes() {
        return bytes(base.length);
    }

    ByteBuffer encode() {
        ByteBuffer block = Block.begin(MAGIC, bytes() - Block.FRAME)
                .putLong(number)
                .putLong(salt)
                .putLong(created)
                .putInt(base.length);
        for (long each : base) {
            block.putLong(each);
        }
        return Block.end(block);
    }

    /**
     * Reads the header of a file.
     *
     * @param path for messages
     * @return null if the header is not whole
     * @throws IOException if the file cannot be read, or a newer version wrote it
     */
    static @Nullable SegmentHeader read(DataFile file, String path) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Block.MAX);
        file.read(bytes, 0);
        ByteBuffer content = Block.read(bytes.flip(), MAGIC, path);
        if (content == null || content.remaining() < FIXED) {
            return null;
        }
        long number = content.getLong();
        long salt = content.getLong();
        long created = content.getLong();
        int lanes = content.getInt();
        if (lanes < 1 || lanes > DiskQueueConfig.MAX_LANES || content.remaining() != lanes * Long.BYTES) {
            return null;
        }
        long[] base = new long[lanes];
        Arrays.setAll(base, lane -> content.getLong());
        return new SegmentHeader(number, salt, created, base);
    }

    /** The name of the file of a segment. */
    static String nameOf(long number) {
        return "%019d.segment".formatted(number);
    }

    /** The number that a file's name has; -1 if it is no segment's. */
    static long numberOf(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() ? Long.parseLong(matcher.group(1)) : -1;
    }
}
