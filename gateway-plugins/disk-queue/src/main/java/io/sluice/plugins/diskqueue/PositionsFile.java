package io.sluice.plugins.diskqueue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The file that says up to where each lane is done. It has two slots, of which only the one that is not known to be on the disk is written,
 * so that one is whole whenever the process or the machine ends. For one thread.
 */
final class PositionsFile implements Closeable {

    static final String NAME = "positions";

    private static final long MAGIC = 0x534C51_444F4E45L;
    private static final int SLOT = Block.MAX;
    private static final int FIXED = 28;

    private final DataFile file;
    private long generation;
    /** The slot that is on the disk. */
    private int durable;

    /**
     * What the file says.
     *
     * @param generation grows with each write
     * @param end the log reached at least here
     * @param done the sequence number of the last record of each lane that is done; not to be changed
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Positions(long generation, LogEnd end, long[] done) {}

    private PositionsFile(DataFile file) {
        this.file = file;
    }

    /** Makes the file anew; it is durable after {@link #writeTwice} and a sync of the directory. */
    static PositionsFile create(Disk disk) throws IOException {
        return new PositionsFile(disk.create(NAME));
    }

    static PositionsFile open(Disk disk) throws IOException {
        return new PositionsFile(disk.open(NAME));
    }

    /**
     * Reads the newer of the two slots that are whole, and makes it durable.
     *
     * @param path for messages
     * @return null if neither is whole
     * @throws IOException if the file cannot be read or written, or a newer version wrote it
     */
    @Nullable Positions read(String path) throws IOException {
        Positions newest = null;
        for (int slot = 0; slot < 2; slot++) {
            ByteBuffer bytes = ByteBuffer.allocate(SLOT);
            file.read(bytes, (long) slot * SLOT);
            ByteBuffer content = Block.read(bytes.flip(), MAGIC, path);
            Positions found = content == null ? null : decode(content);
            if (found != null && (newest == null || found.generation() > newest.generation())) {
                newest = found;
                durable = slot;
            }
        }
        generation = newest == null ? 0 : newest.generation();
        if (newest != null) {
            // The process before may only have noted it: it is to be on the disk before the other slot is written.
            put(durable, newest.end(), newest.done());
            file.force();
        }
        return newest;
    }

    private static @Nullable Positions decode(ByteBuffer content) {
        if (content.remaining() < FIXED) {
            return null;
        }
        long generation = content.getLong();
        LogEnd end = new LogEnd(content.getLong(), content.getLong());
        int lanes = content.getInt();
        if (lanes < 1 || lanes > DiskQueueConfig.MAX_LANES || content.remaining() != lanes * Long.BYTES) {
            return null;
        }
        long[] done = new long[lanes];
        Arrays.setAll(done, lane -> content.getLong());
        return new Positions(generation, end, done);
    }

    /** Writes without making it durable: it outlives the process, but perhaps not the machine. */
    void note(LogEnd end, long[] done) throws IOException {
        generation++;
        put(1 - durable, end, done);
    }

    private void put(int slot, LogEnd end, long[] done) throws IOException {
        ByteBuffer block = Block.begin(MAGIC, FIXED + done.length * Long.BYTES)
                .putLong(generation)
                .putLong(end.segment())
                .putLong(end.offset())
                .putInt(done.length);
        for (long each : done) {
            block.putLong(each);
        }
        file.write(Block.end(block), (long) slot * SLOT);
    }

    /** Writes, and makes it durable. */
    void write(LogEnd end, long[] done) throws IOException {
        note(end, done);
        file.force();
        durable = 1 - durable;
    }

    /** Writes both slots, so that what they say holds even if one of them is damaged later. */
    void writeTwice(LogEnd end, long[] done) throws IOException {
        write(end, done);
        write(end, done);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
