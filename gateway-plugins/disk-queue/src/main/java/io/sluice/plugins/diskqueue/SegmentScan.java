package io.sluice.plugins.diskqueue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads a segment from front to back and checks every byte of it. For one thread. */
final class SegmentScan {

    private final Window window;
    private final SegmentHeader segment;
    private final HeaderCodec codec;
    private final SegmentIndex index;
    private long end;
    private long synced;
    private long indexAt = -1;
    private @Nullable String damage;
    /** What is not intact cannot come from a write that was cut short. */
    private boolean whole;

    /** @param file with the header that is given; open as long as the scan is used */
    SegmentScan(DataFile file, SegmentHeader segment) throws IOException {
        this.window = new Window(file);
        this.segment = segment;
        this.codec = new HeaderCodec(segment);
        this.index = new SegmentIndex(segment.lanes());
        this.end = segment.bytes();
        this.synced = end;
    }

    /** Reads until the file ends or something is not intact. */
    SegmentScan run() throws IOException {
        while (damage == null && end < window.end()) {
            RecordHeader header = headerAt(end);
            if (header == null) {
                damage = "no intact header of a record";
            } else if (window.crc(end + RecordHeader.BYTES, header.length()) != header.payloadCrc()) {
                damage = "the bytes of a record differ from their checksum";
            } else if (indexAt >= 0) {
                damage = "something follows the index, which ends a segment";
                whole = true;
            } else {
                take(header);
            }
        }
        return this;
    }

    private void take(RecordHeader header) {
        switch (header.kind()) {
            case RECORD, LOST -> {
                long expected = segment.base(header.lane()) + index.count(header.lane());
                if (header.sequence() != expected) {
                    damage = "record " + header.sequence() + " of lane " + header.lane() + " stands where record "
                            + expected + " belongs";
                    whole = true;
                    return;
                }
                index.add(header.lane(), (int) end);
            }
            case COMMIT -> synced = end;
            case INDEX -> {
                synced = end;
                indexAt = end + RecordHeader.BYTES;
            }
        }
        end = header.endAt(end);
    }

    /** The header at an offset; null if none is intact there, or its payload would not fit the file. */
    private @Nullable RecordHeader headerAt(long at) throws IOException {
        if (at + RecordHeader.BYTES > window.end()) {
            return null;
        }
        ByteBuffer bytes = window.at(at, RecordHeader.BYTES);
        RecordHeader header = codec.decode(bytes, window.index(at), at);
        return header == null || header.endAt(at) > window.end() ? null : header;
    }

    /**
     * Searches for an intact header byte by byte.
     *
     * @return its offset; -1 if there is none
     */
    long find(long from, Predicate<RecordHeader> wanted) throws IOException {
        for (long at = from; at + RecordHeader.BYTES <= window.end(); at++) {
            RecordHeader header = headerAt(at);
            if (header != null && wanted.test(header)) {
                return at;
            }
        }
        return -1;
    }

    /**
     * Whether the damage can be no more than a write that was cut short: nothing behind it shows that what stood there had been synced.
     */
    boolean isTorn() throws IOException {
        return !whole
                && find(end + 1, header -> header.kind() == RecordKind.COMMIT || header.kind() == RecordKind.INDEX) < 0;
    }

    /** What is not intact; null if everything is. */
    @Nullable String damage() {
        return damage;
    }

    /** Where the intact part ends. */
    long end() {
        return end;
    }

    /** Everything before was synced. */
    long synced() {
        return synced;
    }

    /** Where the file ends. */
    long fileEnd() {
        return window.end();
    }

    /** Where the index begins that ends the segment; -1 if there is none. */
    long indexAt() {
        return indexAt;
    }

    SegmentIndex index() {
        return index;
    }

    /** The header at the offset, which is intact. */
    RecordHeader intactAt(long at) throws IOException {
        RecordHeader header = headerAt(at);
        if (header == null) {
            throw new IOException("the file changed while it was read");
        }
        return header;
    }

    /** Whether the payload is what was written. */
    boolean isIntact(RecordHeader header, long at) throws IOException {
        return window.crc(at + RecordHeader.BYTES, header.length()) == header.payloadCrc();
    }
}
