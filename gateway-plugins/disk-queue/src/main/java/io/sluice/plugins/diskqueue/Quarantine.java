package io.sluice.plugins.diskqueue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a copy of what is damaged and puts something in its place that a queue can go on with: all records that are intact, and the
 * places of those that are lost. A process that ends meanwhile finds the damage again. For one thread.
 */
final class Quarantine {

    private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);
    private static final String UNFINISHED = "replacement";
    /** How much is copied at a time. */
    private static final int COPIED = 256 << 10;

    private final Disk disk;
    private final int lanes;
    private final long now;

    /** @param now milliseconds since 1970; names the copies */
    Quarantine(Disk disk, int lanes, long now) {
        this.disk = disk;
        this.lanes = lanes;
        this.now = now;
    }

    /** Repairs one damage. There may be others, which come to light when the queue is recovered again. */
    void repair(DamageException damage) throws IOException {
        if (disk.list().contains(UNFINISHED)) {
            disk.delete(UNFINISHED);
        }
        if (damage.segment() == 0) {
            replacePositions(damage);
        } else {
            replaceSegment(damage);
        }
    }

    private String copyOf(String name) throws IOException {
        if (!disk.list().contains(name)) {
            return "none, as it was missing";
        }
        String copy = name + "." + now + ".damaged";
        if (disk.list().contains(copy)) {
            disk.delete(copy);
        }
        ByteBuffer bytes = ByteBuffer.allocate(COPIED);
        try (DataFile from = disk.open(name);
                DataFile to = disk.create(copy)) {
            long size = from.size();
            for (long at = 0; at < size; at += bytes.limit()) {
                bytes.clear();
                from.read(bytes, at);
                to.write(bytes.flip(), at);
            }
            to.force();
        }
        disk.sync();
        return disk.pathOf(copy);
    }

    /** All records that the log still has come again. */
    private void replacePositions(DamageException damage) throws IOException {
        String copy = copyOf(PositionsFile.NAME);
        long[] done = new long[lanes];
        List<Long> numbers = Recovery.numbers(disk);
        for (int i = numbers.size() - 1; i >= 0; i--) {
            SegmentHeader header = Recovery.header(disk, numbers.get(i));
            if (header != null) {
                done = Arrays.stream(header.bases()).map(base -> base - 1).toArray();
            }
        }
        if (disk.list().contains(PositionsFile.NAME)) {
            disk.delete(PositionsFile.NAME);
        }
        try (PositionsFile positions = PositionsFile.create(disk)) {
            positions.writeTwice(new LogEnd(0, 0), DoneRecords.upTo(done));
        }
        disk.sync();
        LOG.atError()
                .addKeyValue("copy", copy)
                .setCause(damage)
                .log("the positions of a queue are replaced; all records that it still holds come again");
    }

    private void replaceSegment(DamageException damage) throws IOException {
        long number = damage.segment();
        String name = SegmentHeader.nameOf(number);
        String copy = copyOf(name);
        SegmentHeader header = disk.list().contains(name) ? Recovery.header(disk, number) : null;
        long[] base = header == null ? endOf(number - 1) : header.bases();
        SegmentHeader fresh = new SegmentHeader(number, new SecureRandom().nextLong(), now, base);
        long lost;
        Segment replacement = Segment.create(disk, UNFINISHED, fresh);
        try (SegmentWriter writer = new SegmentWriter(replacement, ByteBuffer.allocate(COPIED))) {
            long[] next = base.clone();
            lost = header == null ? 0 : copyIntact(name, header, writer, next);
            long later = Recovery.numbers(disk).stream()
                    .filter(each -> each > number)
                    .findFirst()
                    .orElse(0L);
            SegmentHeader following = later == 0 ? null : Recovery.header(disk, later);
            if (following != null) {
                for (int lane = 0; lane < next.length; lane++) {
                    lost += fill(writer, lane, next, following.base(lane));
                }
            }
            writer.commit();
            if (later != 0) {
                writer.seal(now);
            }
        }
        disk.rename(UNFINISHED, name);
        disk.sync();
        forgetEnd();
        LOG.atError()
                .addKeyValue("segment", disk.pathOf(name))
                .addKeyValue("copy", copy)
                .addKeyValue("lost", lost)
                .setCause(damage)
                .log("a segment of a queue is replaced by its intact records; the others are lost");
    }

    /** The log may now end before the place up to which it had been synced. */
    private void forgetEnd() throws IOException {
        if (disk.list().contains(PositionsFile.NAME)) {
            try (PositionsFile positions = PositionsFile.open(disk)) {
                PositionsFile.Positions read = positions.read(disk.pathOf(PositionsFile.NAME));
                if (read != null) {
                    positions.writeTwice(new LogEnd(0, 0), DoneRecords.upTo(read.done()));
                }
            }
        }
    }

    /** The sequence numbers after the records of a segment. */
    private long[] endOf(long number) throws IOException {
        String name = SegmentHeader.nameOf(number);
        SegmentHeader header = disk.list().contains(name) ? Recovery.header(disk, number) : null;
        if (header == null) {
            try (PositionsFile positions = PositionsFile.open(disk)) {
                PositionsFile.Positions read = positions.read(disk.pathOf(PositionsFile.NAME));
                long[] done = read == null ? new long[lanes] : read.done();
                return Arrays.stream(done).map(last -> last + 1).toArray();
            }
        }
        try (DataFile file = disk.open(name)) {
            SegmentIndex index = new SegmentScan(file, header).run().index();
            long[] next = header.bases();
            Arrays.setAll(next, lane -> next[lane] + index.count(lane));
            return next;
        }
    }

    /** Copies the records that are intact, with places for those between them; returns how many are lost. */
    private long copyIntact(String name, SegmentHeader header, SegmentWriter writer, long[] next) throws IOException {
        long lost = 0;
        try (DataFile file = disk.open(name)) {
            SegmentScan scan = new SegmentScan(file, header);
            long at = scan.find(header.bytes(), any -> true);
            while (at >= 0) {
                RecordHeader record = scan.intactAt(at);
                int lane = record.lane();
                if (record.kind() == RecordKind.RECORD && record.sequence() >= next[lane]) {
                    lost += fill(writer, lane, next, record.sequence());
                    if (scan.isIntact(record, at)) {
                        writer.record(lane, record.sequence(), record.time(), payload(file, record, at));
                        next[lane]++;
                    }
                    lost += fill(writer, lane, next, record.sequence() + 1);
                }
                at = scan.find(record.endAt(at), any -> true);
            }
        }
        return lost;
    }

    private static ByteBuf payload(DataFile file, RecordHeader record, long at) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(record.length());
        file.read(bytes, at + RecordHeader.BYTES);
        return Unpooled.wrappedBuffer(bytes.flip());
    }

    private long fill(SegmentWriter writer, int lane, long[] next, long end) throws IOException {
        long from = next[lane];
        while (next[lane] < end) {
            writer.lost(lane, next[lane], now);
            next[lane]++;
        }
        return next[lane] - from;
    }
}
