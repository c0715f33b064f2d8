package io.sluice.plugins.diskqueue;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One file of the log, as its readers see it: what is durable. The index of the segment that is written is in memory, that of a sealed
 * one at its end in the file. Safe from any thread.
 */
final class Segment {

    private final Disk disk;
    private final String name;
    private final SegmentHeader header;
    private @Nullable SegmentIndex index;
    private int[] counts;
    private long indexAt;
    private long size;
    private @Nullable DataFile file;
    private int users;

    /**
     * The segment that is written.
     *
     * @param name of the file
     * @param index given away
     */
    Segment(Disk disk, String name, SegmentHeader header, SegmentIndex index, long size) {
        this.disk = disk;
        this.name = name;
        this.header = header;
        this.index = index;
        this.counts = index.counts();
        this.size = size;
    }

    /** Makes the file of a segment; when this returns, it is durable. */
    static Segment create(Disk disk, String name, SegmentHeader header) throws IOException {
        try (DataFile file = disk.create(name)) {
            file.write(header.encode(), 0);
            file.force();
        }
        disk.sync();
        return new Segment(disk, name, header, new SegmentIndex(header.lanes()), header.bytes());
    }

    SegmentHeader header() {
        return header;
    }

    String name() {
        return name;
    }

    String path() {
        return disk.pathOf(name);
    }

    /** How many bytes are durable. */
    synchronized long size() {
        return size;
    }

    /** The sequence number after the lane's last record here. */
    synchronized long next(int lane) {
        return header.base(lane) + counts[lane];
    }

    /** Records that were synced: their lanes and offsets. */
    synchronized void publish(int[] lanes, int[] offsets, int records, long newSize) {
        SegmentIndex open = open();
        for (int i = 0; i < records; i++) {
            open.add(lanes[i], offsets[i]);
            counts[lanes[i]]++;
        }
        size = newSize;
    }

    /** The index, to be written. */
    synchronized SegmentIndex open() {
        if (index == null) {
            throw new IllegalStateException("a sealed segment is not written: " + name);
        }
        return index;
    }

    /**
     * The segment ends; its index is in the file now.
     *
     * @param at where the index begins
     */
    synchronized void seal(long at, long newSize) {
        index = null;
        indexAt = at;
        size = newSize;
    }

    synchronized boolean isSealed() {
        return index == null;
    }

    /**
     * Copies offsets of a lane's records.
     *
     * @param from the sequence number of the first
     * @return how many were copied, at least 1
     */
    synchronized int offsets(int lane, long from, int[] into) throws IOException {
        int ordinal = (int) (from - header.base(lane));
        int copied = Math.min(into.length, counts[lane] - ordinal);
        if (index != null) {
            for (int i = 0; i < copied; i++) {
                into[i] = index.offset(lane, ordinal + i);
            }
            return copied;
        }
        long before = ordinal;
        for (int each = 0; each < lane; each++) {
            before += counts[each];
        }
        ByteBuffer bytes = ByteBuffer.allocate(copied * Integer.BYTES);
        DataFile opened = acquire();
        try {
            opened.read(bytes, indexAt + (counts.length + before) * Integer.BYTES);
        } finally {
            release();
        }
        bytes.flip().asIntBuffer().get(into, 0, bytes.limit() / Integer.BYTES);
        return copied;
    }

    /**
     * The header of a record.
     *
     * @throws DamageException if it is not intact
     */
    RecordHeader headerOf(int lane, long sequence) throws IOException, DamageException {
        int[] offset = new int[1];
        offsets(lane, sequence, offset);
        ByteBuffer bytes = ByteBuffer.allocate(RecordHeader.BYTES);
        DataFile opened = acquire();
        try {
            opened.read(bytes, offset[0]);
        } finally {
            release();
        }
        return check(new HeaderCodec(header).decode(bytes.clear(), 0, offset[0]), lane, sequence, offset[0]);
    }

    /**
     * Checks that a header is the one that was looked for.
     *
     * @param found null if it is not intact
     */
    RecordHeader check(@Nullable RecordHeader found, int lane, long sequence, long offset) throws DamageException {
        if (found == null || found.lane() != lane || found.sequence() != sequence) {
            throw DamageException.ofSegment(
                    header.number(), path(), offset, "record " + sequence + " of lane " + lane + " is not there");
        }
        return found;
    }

    /** Opens the file for one more user, who calls {@link #release}. */
    synchronized DataFile acquire() throws IOException {
        if (file == null) {
            file = disk.open(name);
        }
        users++;
        return file;
    }

    /** Closes the deleted file, which takes room until then; all records are done, so that its users read no more. */
    synchronized void closeDeleted() throws IOException {
        if (file != null) {
            DataFile deleted = file;
            file = null;
            deleted.close();
        }
    }

    /** One user less; the last one closes the file. */
    synchronized void release() throws IOException {
        users--;
        if (users == 0 && file != null) {
            DataFile last = file;
            file = null;
            last.close();
        }
    }
}
