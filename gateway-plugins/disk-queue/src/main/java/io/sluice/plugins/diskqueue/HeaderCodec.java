package io.sluice.plugins.diskqueue;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the headers of one segment's records: 4 bytes of CRC32C over the segment's salt, the header's offset and the rest of
 * the header; 4 of length, 2 of lane, 1 of kind, 1 zero, 4 of the payload's CRC32C, 8 of sequence, 8 of time. Since clients do not
 * know the salt, no payload can hold what looks like a header. For one thread.
 */
final class HeaderCodec {

    private static final int SEED = 16;
    private static final int COVERED = RecordHeader.BYTES - 4;

    private final ByteBuffer scratch = ByteBuffer.allocate(SEED + COVERED);
    private final CRC32C crc = new CRC32C();
    private final int lanes;

    HeaderCodec(SegmentHeader segment) {
        scratch.putLong(0, segment.salt());
        lanes = segment.lanes();
    }

    void encode(RecordHeader header, long offset, ByteBuffer out) {
        scratch.putInt(SEED, header.length())
                .putShort(SEED + 4, (short) header.lane())
                .put(SEED + 6, header.kind().code())
                .put(SEED + 7, (byte) 0)
                .putInt(SEED + 8, header.payloadCrc())
                .putLong(SEED + 12, header.sequence())
                .putLong(SEED + 20, header.time());
        out.putInt(checksum(offset));
        out.put(scratch.array(), SEED, COVERED);
    }

    /**
     * Reads a header.
     *
     * @param bytes 32 bytes from {@code at} on
     * @param offset of the header in the segment
     * @return null if it is not intact
     */
    @Nullable RecordHeader decode(ByteBuffer bytes, int at, long offset) {
        int length = bytes.getInt(at + 4);
        int lane = bytes.getShort(at + 8);
        RecordKind kind = RecordKind.of(bytes.get(at + 10));
        // Nearly all bytes that are no header fail here, so that searching for one is fast.
        if (length < 0 || lane < 0 || lane >= lanes || kind == null || bytes.get(at + 11) != 0) {
            return null;
        }
        bytes.get(at + 4, scratch.array(), SEED, COVERED);
        if (bytes.getInt(at) != checksum(offset)) {
            return null;
        }
        return new RecordHeader(
                kind, lane, length, bytes.getLong(at + 16), bytes.getLong(at + 24), bytes.getInt(at + 12));
    }

    private int checksum(long offset) {
        scratch.putLong(8, offset);
        crc.reset();
        crc.update(scratch.array(), 0, SEED + COVERED);
        return (int) crc.getValue();
    }
}
