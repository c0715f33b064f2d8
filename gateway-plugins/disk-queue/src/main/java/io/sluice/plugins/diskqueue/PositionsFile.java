package io.sluice.plugins.diskqueue;

import io.sluice.api.queue.LaneProgress;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file that says what of each lane is done. It has two slots, of which only the one that is not known to be on the disk is written, so
 * that one is whole whenever the process or the machine ends. Behind them are two others for what is done behind the first record of a
 * lane that is not, written where there is any. For one thread.
 */
final class PositionsFile implements Closeable {

    static final String NAME = "positions";

    private static final long MAGIC = 0x534C51_444F4E45L;
    private static final int SLOT = Block.MAX;
    private static final int FIXED = 28;
    private static final long AHEAD = 0x534C51_41484541L;

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
            putPositions(durable, newest.end(), newest.done());
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

    /**
     * What is done of each lane by all that the file says of the log that is there, however old. A gateway that does not know of these blocks
     * may have begun the numbers of records anew, and left them.
     *
     * @param done of the newest positions
     * @param next see {@link DoneRecords#addTo}
     * @param salts of the log's segments
     * @param path for messages
     * @throws IOException if the file cannot be read, or a newer version wrote it
     */
    List<LaneProgress> progress(long[] done, long[] next, Set<Long> salts, String path) throws IOException {
        List<LaneProgress> lanes =
                Arrays.stream(done).mapToObj(LaneProgress::new).toList();
        for (int slot = 0; slot < 2 && hasAhead(); slot++) {
            ByteBuffer bytes = ByteBuffer.allocate(aheadSlot(done.length));
            file.read(bytes, aheadAt(slot, done.length));
            ByteBuffer content = Block.read(bytes.flip(), AHEAD, path);
            DoneRecords found = content == null ? null : DoneRecords.readAhead(content);
            if (found != null && found.isOf(salts)) {
                found.addTo(lanes, next);
            }
        }
        return lanes;
    }

    /** Makes durable that nothing is done behind the first records that are not, but for these. */
    void forgetAheadBut(DoneRecords done) throws IOException {
        for (int slot = 0; slot < 2 && hasAhead(); slot++) {
            putAhead(slot, done);
            file.force();
        }
    }

    private boolean hasAhead() throws IOException {
        return file.size() > 2 * SLOT;
    }

    private static int aheadSlot(int lanes) {
        return Block.FRAME + DoneRecords.mostAheadBytes(lanes);
    }

    private static long aheadAt(int slot, int lanes) {
        return 2 * SLOT + (long) slot * aheadSlot(lanes);
    }

    /** Writes without making it durable: it outlives the process, but perhaps not the machine. */
    void note(LogEnd end, DoneRecords done) throws IOException {
        if (done.hasAhead()) {
            putAhead(1 - durable, done);
        }
        generation++;
        putPositions(1 - durable, end, done.upTo());
    }

    private void putAhead(int slot, DoneRecords done) throws IOException {
        ByteBuffer block = Block.begin(AHEAD, done.aheadBytes());
        done.putAhead(block);
        file.write(Block.end(block), aheadAt(slot, done.upTo().length));
    }

    private void putPositions(int slot, LogEnd end, long[] done) throws IOException {
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
    void write(LogEnd end, DoneRecords done) throws IOException {
        note(end, done);
        file.force();
        durable = 1 - durable;
    }

    /** Writes both slots, so that what they say holds even if one of them is damaged later. */
    void writeTwice(LogEnd end, DoneRecords done) throws IOException {
        write(end, done);
        write(end, done);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
