package io.sluice.plugins.diskqueue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.api.queue.LongRecord;
import io.sluice.api.queue.NextRecord;
import io.sluice.api.queue.QueuedRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Reads the records of one lane: holds the offsets of some of them and one open segment. For one thread at a time. */
final class LaneReader {

    private static final int OFFSETS = 256;

    private final int lane;
    private final Segments segments;
    private final ByteBufAllocator allocator;
    private final ByteBuffer headerBytes = ByteBuffer.allocate(RecordHeader.BYTES);
    private final CRC32C crc = new CRC32C();
    private final int[] offsets = new int[OFFSETS];
    private long first;
    private int known;
    private @Nullable Place place;

    /** A segment that is open for this reader. */
    private record Place(Segment segment, DataFile file, HeaderCodec codec) {}

    LaneReader(int lane, Segments segments, ByteBufAllocator allocator) {
        this.lane = lane;
        this.segments = segments;
        this.allocator = allocator;
    }

    /**
     * Reads a record.
     *
     * @param sequence of a record that is durable and not done
     * @param most if it has more bytes, only how many is told
     * @return null if the record was lost to damage
     * @throws DamageException if it is not what was written
     */
    @Nullable NextRecord read(long sequence, int most) throws IOException, DamageException {
        Place at = placeOf(sequence);
        if (sequence < first || sequence >= first + known) {
            known = at.segment().offsets(lane, sequence, offsets);
            first = sequence;
        }
        long offset = offsets[(int) (sequence - first)];
        headerBytes.clear();
        at.file().read(headerBytes, offset);
        RecordHeader header =
                at.segment().check(at.codec().decode(headerBytes.clear(), 0, offset), lane, sequence, offset);
        if (header.kind() == RecordKind.LOST) {
            return null;
        }
        if (header.length() > most) {
            return new LongRecord(sequence, header.length());
        }
        ByteBuf bytes = payload(at, header, offset);
        return new QueuedRecord(sequence, Instant.ofEpochMilli(header.time()), bytes);
    }

    private Place placeOf(long sequence) throws IOException {
        Place at = place;
        if (at != null) {
            Segment segment = at.segment();
            if (sequence >= segment.header().base(lane) && sequence < segment.next(lane)) {
                return at;
            }
        }
        close();
        known = 0;
        Segment segment = segments.holding(lane, sequence);
        at = new Place(segment, segment.acquire(), new HeaderCodec(segment.header()));
        place = at;
        return at;
    }

    private ByteBuf payload(Place at, RecordHeader header, long offset) throws IOException, DamageException {
        ByteBuf bytes = allocator.buffer(header.length(), header.length());
        try {
            ByteBuffer into = bytes.nioBuffer(0, header.length());
            at.file().read(into, offset + RecordHeader.BYTES);
            crc.reset();
            crc.update(into.flip());
            if (into.limit() < header.length() || (int) crc.getValue() != header.payloadCrc()) {
                Segment segment = at.segment();
                throw DamageException.ofSegment(
                        segment.header().number(),
                        segment.path(),
                        offset,
                        "the bytes of record " + header.sequence() + " of lane " + lane
                                + " differ from their checksum");
            }
            return bytes.writerIndex(header.length());
        } catch (IOException | DamageException | RuntimeException e) {
            bytes.release();
            throw e;
        }
    }

    /** Closes the open segment; the reader may be used again. */
    void close() throws IOException {
        Place last = place;
        place = null;
        if (last != null) {
            last.segment().release();
        }
    }
}
