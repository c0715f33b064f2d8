package io.sluice.plugins.diskqueue;

import io.netty.buffer.ByteBuf;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

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
    /** The active segment has ended, and no other could be begun yet. */
    private boolean ended;
    /** The file of the next segment, which could not be opened to be written yet; null if there is none. */
    private @Nullable Segment made;

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
     * @throws PassingException if the next segment cannot be begun now; nothing is left to be committed then
     */
    void append(int lane, long time, ByteBuf payload) throws IOException {
        long end = active.offset() + RecordHeader.BYTES + payload.readableBytes();
        if (ended
                || end > segmentBytes
                        && active.offset() > active.segment().header().bytes()) {
            roll(time);
        }
        active.record(lane, next[lane], time, payload);
        next[lane]++;
    }

    /**
     * Goes on to the next segment if this one holds anything; all records must be durable.
     *
     * @throws PassingException if it cannot be begun now
     */
    void beginSegment(long time) throws IOException {
        if (ended || active.offset() > active.segment().header().bytes()) {
            roll(time);
        }
    }

    /**
     * Goes on to the next segment if that failed before.
     *
     * @throws PassingException if it cannot be begun now
     */
    void goOn(long time) throws IOException {
        if (ended) {
            roll(time);
        }
    }

    /** How many bytes {@link #goOn} writes. */
    long goOnBytes() {
        return ended ? active.segment().header().bytes() : 0;
    }

    /** How many bytes {@link #beginSegment} writes, at most: the index of the segment that ends, and the header of the next. */
    long newSegmentBytes() {
        int header = active.segment().header().bytes();
        return active.offset() / RecordHeader.BYTES * Integer.BYTES + 2L * (header + RecordHeader.BYTES);
    }

    private void roll(long time) throws IOException {
        SegmentWriter full = active;
        if (!ended) {
            full.commit();
            full.seal(time);
            ended = true;
        }
        active = begin(full.segment().header().number() + 1, time);
        ended = false;
        full.close();
    }

    private SegmentWriter begin(long number, long time) throws IOException {
        Segment segment = made;
        if (segment == null) {
            SegmentHeader header = new SegmentHeader(number, salts.nextLong(), time, next);
            segment = Segment.create(disk, SegmentHeader.nameOf(number), header);
            made = segment;
        }
        SegmentWriter writer = new SegmentWriter(segment, staging);
        made = null;
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
