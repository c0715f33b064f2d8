package io.sluice.plugins.diskqueue;

import io.netty.buffer.ByteBuf;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Appends to one segment. For one thread. */
final class SegmentWriter implements Closeable {

    private final Segment segment;
    private final DataFile file;
    private final HeaderCodec codec;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer staging;
    private long offset;
    /** Where the bytes of the staging buffer go. */
    private long staged;

    private int[] lanes = new int[256];
    private int[] offsets = new int[256];
    private int unsynced;

    /**
     * Goes on writing a segment where it ends.
     *
     * @param staging gathers what is written; lent until the writer is closed
     */
    SegmentWriter(Segment segment, ByteBuffer staging) throws IOException {
        this.segment = segment;
        this.staging = staging.clear();
        this.file = segment.acquire();
        this.codec = new HeaderCodec(segment.header());
        this.offset = segment.size();
        this.staged = offset;
    }

    Segment segment() {
        return segment;
    }

    /** Where the next header goes. */
    long offset() {
        return offset;
    }

    /**
     * Writes a record, which is durable after {@link #commit}.
     *
     * @param payload lent for the call
     */
    void record(int lane, long sequence, long time, ByteBuf payload) throws IOException {
        crc.reset();
        for (ByteBuffer part : payload.nioBuffers()) {
            crc.update(part);
        }
        int length = payload.readableBytes();
        note(lane);
        header(new RecordHeader(RecordKind.RECORD, lane, length, sequence, time, (int) crc.getValue()));
        int from = payload.readerIndex();
        int end = payload.writerIndex();
        while (from < end) {
            int part = Math.min(end - from, room());
            payload.getBytes(from, staging.slice(staging.position(), part));
            staging.position(staging.position() + part);
            from += part;
        }
        offset += length;
    }

    /** Writes the place of a record that was damaged. */
    void lost(int lane, long sequence, long time) throws IOException {
        note(lane);
        header(new RecordHeader(RecordKind.LOST, lane, 0, sequence, time, 0));
    }

    private void note(int lane) {
        if (unsynced == lanes.length) {
            lanes = Arrays.copyOf(lanes, unsynced * 2);
            offsets = Arrays.copyOf(offsets, unsynced * 2);
        }
        lanes[unsynced] = lane;
        offsets[unsynced] = (int) offset;
        unsynced++;
    }

    private void header(RecordHeader header) throws IOException {
        if (staging.remaining() < RecordHeader.BYTES) {
            flush();
        }
        codec.encode(header, offset, staging);
        offset += RecordHeader.BYTES;
    }

    /** How many bytes the staging buffer takes, at least one. */
    private int room() throws IOException {
        if (!staging.hasRemaining()) {
            flush();
        }
        return staging.remaining();
    }

    private void flush() throws IOException {
        int length = staging.flip().limit();
        file.write(staging, staged);
        staged += length;
        staging.clear();
    }

    /** Makes all records durable and shows them to readers. */
    void commit() throws IOException {
        flush();
        file.force();
        segment.publish(lanes, offsets, unsynced, offset);
        unsynced = 0;
    }

    /** Notes in the file that everything before was synced. The note itself is durable with the next commit. */
    void mark(long time) throws IOException {
        header(new RecordHeader(RecordKind.COMMIT, 0, 0, 0, time, 0));
        flush();
    }

    /** Writes the index, with which the segment ends; all records must be durable. */
    void seal(long time) throws IOException {
        ByteBuffer bytes = segment.open().encode();
        crc.reset();
        crc.update(bytes.duplicate());
        int length = bytes.remaining();
        header(new RecordHeader(RecordKind.INDEX, 0, length, 0, time, (int) crc.getValue()));
        flush();
        long at = offset;
        file.write(bytes, at);
        file.force();
        offset += length;
        segment.seal(at, offset);
    }

    @Override
    public void close() throws IOException {
        segment.release();
    }
}
