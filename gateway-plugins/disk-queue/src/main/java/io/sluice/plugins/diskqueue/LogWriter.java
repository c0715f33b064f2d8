package io.sluice.plugins.diskqueue;

import io.netty.buffer.ByteBuf;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** Appends to the log and goes on to the next segment when one is full. For one thread. */
final class LogWriter implements Closeable {

    private static final int STAGING = 512 << 10;

    private final Disk disk;
    private final Segments segments;
    private final long segmentBytes;
    private final ByteBuffer staging = ByteBuffer.allocateDirect(STAGING);
    private final SecureRandom salts = new SecureRandom();
    private final long[] next;
    private SegmentWriter active;

    /** @param segments the last one may be sealed: a process ended between its end and the next one's beginning */
    LogWriter(Disk disk, Segments segments, long segmentBytes, long now) throws IOException {
        this.disk = disk;
        this.segments = segments;
        this.segmentBytes = segmentBytes;
        Segment last = segments.last();
        next = new long[last.header().lanes()];
        for (int lane = 0; lane < next.length; lane++) {
            next[lane] = last.next(lane);
        }
        active = last.isSealed() ? begin(last.header().number() + 1, now) : new SegmentWriter(last, staging);
    }

    /**
     * Writes a record, which is durable after {@link #commit}.
     *
     * @param payload lent for the call
     */
    void append(int lane, long time, ByteBuf payload) throws IOException {
        long end = active.offset() + RecordHeader.BYTES + payload.readableBytes();
        if (end > segmentBytes && active.offset() > active.segment().header().bytes()) {
            roll(time);
        }
        active.record(lane, next[lane], time, payload);
        next[lane]++;
    }

    /** Goes on to the next segment if this one holds anything; all records must be durable. */
    void beginSegment(long time) throws IOException {
        if (active.offset() > active.segment().header().bytes()) {
            roll(time);
        }
    }

    /** How many bytes {@link #beginSegment} writes, at most: the index of the segment that ends, and the header of the next. */
    long newSegmentBytes() {
        int header = active.segment().header().bytes();
        return active.offset() / RecordHeader.BYTES * Integer.BYTES + 2L * (header + RecordHeader.BYTES);
    }

    private void roll(long time) throws IOException {
        SegmentWriter full = active;
        full.commit();
        full.seal(time);
        active = begin(full.segment().header().number() + 1, time);
        full.close();
    }

    private SegmentWriter begin(long number, long time) throws IOException {
        SegmentHeader header = new SegmentHeader(number, salts.nextLong(), time, next);
        Segment segment = Segment.create(disk, SegmentHeader.nameOf(number), header);
        SegmentWriter writer = new SegmentWriter(segment, staging);
        segments.add(segment);
        return writer;
    }

    /** Makes everything durable that was written. */
    void commit(long time) throws IOException {
        active.commit();
        active.mark(time);
    }

    @Override
    public void close() throws IOException {
        active.close();
    }
}
