package io.sluice.plugins.diskqueue;

import io.sluice.api.queue.LaneProgress;
import io.sluice.plugins.diskqueue.PositionsFile.Positions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what a queue's directory holds, checks all of it, and cuts off what was being written when a process ended. For one thread. */
final class Recovery {

    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    /** Damage makes a gap, and a quarantine fills it; a longer one has been made by a file that does not belong here. */
    private static final int MOST_MISSING = 1_000;

    private final Disk disk;
    private final PositionsFile positions;
    private final LogEnd knownEnd;
    private final long[] done;
    private final List<Segment> segments = new ArrayList<>();

    private Recovery(Disk disk, PositionsFile positions, Positions read) {
        this.disk = disk;
        this.positions = positions;
        this.knownEnd = read.end();
        this.done = read.done();
    }

    /**
     * What was found.
     *
     * @param segments the log, at least one segment
     * @param positions open
     * @param progress what is done of each lane; given away
     */
    record Recovered(Segments segments, PositionsFile positions, List<LaneProgress> progress) {
        Recovered {
            progress = List.copyOf(progress);
        }
    }

    /**
     * Recovers the queue, or makes an empty one.
     *
     * @param lanes how many the queue is to have
     * @param now milliseconds since 1970
     * @throws DamageException if a file does not hold what was written to it
     * @throws IOException if the queue cannot be used for another reason
     */
    static Recovered run(Disk disk, int lanes, long now) throws IOException, DamageException {
        List<Long> numbers = numbers(disk);
        PositionsFile positions = openPositions(disk, lanes, numbers.isEmpty());
        try {
            String path = disk.pathOf(PositionsFile.NAME);
            Positions read = positions.read(path);
            if (read == null) {
                throw DamageException.ofPositions(path, "neither of its two copies is whole");
            }
            Recovery recovery = new Recovery(disk, positions, read);
            recovery.readLog(numbers);
            long[] done = read.done();
            if (done.length != lanes) {
                done = recovery.changeLanes(lanes);
            }
            if (recovery.segments.isEmpty()) {
                recovery.begin(done, now);
            }
            return new Recovered(new Segments(recovery.segments), positions, recovery.progress(done));
        } catch (IOException | DamageException | RuntimeException e) {
            positions.close();
            throw e;
        }
    }

    /** The numbers of the segments, sorted. */
    static List<Long> numbers(Disk disk) throws IOException {
        return disk.list().stream()
                .map(SegmentHeader::numberOf)
                .filter(number -> number > 0)
                .sorted()
                .toList();
    }

    private static PositionsFile openPositions(Disk disk, int lanes, boolean empty)
            throws IOException, DamageException {
        boolean exists = disk.list().contains(PositionsFile.NAME);
        String path = disk.pathOf(PositionsFile.NAME);
        if (!exists && !empty) {
            throw DamageException.ofPositions(path, "the file is missing, and there are segments");
        }
        PositionsFile positions = exists ? PositionsFile.open(disk) : PositionsFile.create(disk);
        try {
            // The process may have ended while it made the file, which comes before the first segment.
            if (empty && positions.read(path) == null) {
                positions.writeTwice(new LogEnd(0, 0), DoneRecords.upTo(new long[lanes]));
                disk.sync();
            }
            return positions;
        } catch (IOException | RuntimeException e) {
            positions.close();
            throw e;
        }
    }

    private void readLog(List<Long> numbers) throws IOException, DamageException {
        List<Long> existing = withoutUnfinished(numbers);
        List<@Nullable SegmentHeader> headers = new ArrayList<>();
        for (long number : existing) {
            headers.add(header(number));
        }
        int first = firstNeeded(existing, headers);
        refuseStrangers(existing, first);
        for (int i = 0; i < first; i++) {
            disk.delete(SegmentHeader.nameOf(existing.get(i)));
        }
        for (int i = first; i < existing.size(); i++) {
            long number = existing.get(i);
            if (i > first && number != existing.get(i - 1) + 1) {
                throw missing(existing.get(i - 1) + 1);
            }
            SegmentHeader header = headers.get(i);
            if (header == null) {
                throw DamageException.ofSegment(number, pathOf(number), 0, "the header is not intact");
            }
            read(header, i == existing.size() - 1);
        }
        checkEnd();
    }

    /** Files before the first that is needed may be any, as they are deleted, if the log is known to reach as far as that one. */
    private void refuseStrangers(List<Long> numbers, int first) throws DamageException {
        boolean known = !numbers.isEmpty() && numbers.get(first) <= knownEnd.segment();
        for (int i = known ? first + 1 : 1; i < numbers.size(); i++) {
            long before = numbers.get(i - 1);
            long number = numbers.get(i);
            if (number - before > MOST_MISSING) {
                throw DamageException.beyondRepair("the segments between " + pathOf(before) + " and " + pathOf(number)
                        + " are missing: if one of these two files is no segment of this queue, move it away");
            }
        }
    }

    private String pathOf(long number) {
        return disk.pathOf(SegmentHeader.nameOf(number));
    }

    private DamageException missing(long number) {
        return DamageException.ofSegment(number, pathOf(number), 0, "the segment is missing");
    }

    /** A process may have ended while it made the last segment: the header comes before the first record. */
    private List<Long> withoutUnfinished(List<Long> numbers) throws IOException {
        if (numbers.isEmpty()) {
            return numbers;
        }
        long last = numbers.getLast();
        long size;
        try (DataFile file = disk.open(SegmentHeader.nameOf(last))) {
            size = file.size();
        }
        if (last == knownEnd.segment() || size > SegmentHeader.bytes(done.length) || header(last) != null) {
            return numbers;
        }
        disk.delete(SegmentHeader.nameOf(last));
        disk.sync();
        LOG.atInfo().addKeyValue("file", pathOf(last)).log("a segment that was never finished is removed");
        return numbers.subList(0, numbers.size() - 1);
    }

    private @Nullable SegmentHeader header(long number) throws IOException {
        SegmentHeader header = header(disk, number);
        return header != null && header.lanes() == done.length ? header : null;
    }

    /** The header of a segment; null if it is not intact, or another segment's. */
    static @Nullable SegmentHeader header(Disk disk, long number) throws IOException {
        String name = SegmentHeader.nameOf(number);
        try (DataFile file = disk.open(name)) {
            SegmentHeader header = SegmentHeader.read(file, disk.pathOf(name));
            return header != null && header.number() == number ? header : null;
        }
    }

    /** The place of the first segment that may hold a record that is not done; those before may have been deleted or not. */
    private int firstNeeded(List<Long> numbers, List<@Nullable SegmentHeader> headers) throws DamageException {
        for (int i = headers.size() - 1; i >= 0; i--) {
            SegmentHeader header = headers.get(i);
            if (header != null && header.isReached(done)) {
                return i;
            }
        }
        if (headers.isEmpty()) {
            return 0;
        }
        if (headers.getFirst() == null) {
            throw DamageException.ofSegment(
                    numbers.getFirst(), pathOf(numbers.getFirst()), 0, "the header is not intact");
        }
        throw DamageException.ofPositions(
                disk.pathOf(PositionsFile.NAME),
                "the records after those that are done are missing: no segment before " + numbers.getFirst()
                        + " is there");
    }

    private void read(SegmentHeader header, boolean last) throws IOException, DamageException {
        long number = header.number();
        String name = SegmentHeader.nameOf(number);
        checkContinues(header);
        try (DataFile file = disk.open(name)) {
            SegmentScan scan = new SegmentScan(file, header).run();
            String damage = scan.damage();
            if (damage == null && !last && scan.indexAt() < 0) {
                damage = "the file ends before its index";
            }
            boolean known = number == knownEnd.segment() && scan.end() < knownEnd.offset();
            if (damage == null && known) {
                damage = "the file ends here, and byte " + knownEnd.offset() + " had been synced";
            }
            if (damage != null && (!last || known || !scan.isTorn())) {
                throw DamageException.ofSegment(number, disk.pathOf(name), scan.end(), damage);
            }
            if (last) {
                settle(file, scan, disk.pathOf(name));
            }
            Segment segment = new Segment(disk, name, header, scan.index(), scan.end());
            if (scan.indexAt() >= 0) {
                segment.seal(scan.indexAt(), scan.end());
            }
            segments.add(segment);
        }
    }

    private void checkContinues(SegmentHeader header) throws DamageException {
        if (segments.isEmpty()) {
            return;
        }
        Segment before = segments.getLast();
        for (int lane = 0; lane < done.length; lane++) {
            if (before.next(lane) != header.base(lane)) {
                throw DamageException.ofSegment(
                        before.header().number(),
                        before.path(),
                        before.size(),
                        "lane " + lane + " ends before record " + before.next(lane) + ", and goes on with record "
                                + header.base(lane) + " in the next segment");
            }
        }
    }

    private static void settle(DataFile file, SegmentScan scan, String path) throws IOException {
        if (scan.end() < scan.fileEnd()) {
            LOG.atWarn()
                    .addKeyValue("file", path)
                    .addKeyValue("offset", scan.end())
                    .addKeyValue("bytes", scan.fileEnd() - scan.end())
                    .log("a write was cut short when the process ended; what it left is removed");
            file.truncate(scan.end());
        }
        // If the sync of these bytes failed, the kernel may take them for written. Writing them again makes it sync
        // them again.
        ByteBuffer bytes = ByteBuffer.allocate(64 << 10);
        for (long at = scan.synced(); at < scan.end(); ) {
            bytes.clear().limit((int) Math.min(bytes.capacity(), scan.end() - at));
            file.read(bytes, at);
            int length = bytes.flip().limit();
            file.write(bytes, at);
            at += length;
        }
        file.force();
    }

    private void checkEnd() throws DamageException {
        long last = segments.isEmpty() ? 0 : segments.getLast().header().number();
        if (last < knownEnd.segment()) {
            throw missing(last == 0 ? knownEnd.segment() : last + 1);
        }
        for (int lane = 0; lane < done.length && last > 0; lane++) {
            long next = segments.getLast().next(lane);
            if (done[lane] >= next) {
                throw DamageException.ofPositions(
                        disk.pathOf(PositionsFile.NAME),
                        "record " + done[lane] + " of lane " + lane + " is done, and the log ends before record "
                                + next);
            }
        }
    }

    /** Empties the log, for another number of lanes. A process that ends meanwhile does it again. */
    private long[] changeLanes(int lanes) throws IOException {
        for (int lane = 0; lane < done.length && !segments.isEmpty(); lane++) {
            if (segments.getLast().next(lane) != done[lane] + 1) {
                throw new IOException(disk.pathOf(PositionsFile.NAME) + ": the queue has " + done.length
                        + " lanes as long as it holds records; " + lanes + " are configured");
            }
        }
        // The numbers of records begin anew.
        positions.forgetAheadBut(DoneRecords.upTo(done));
        positions.writeTwice(new LogEnd(0, 0), DoneRecords.upTo(done));
        for (Segment segment : segments) {
            disk.delete(segment.name());
        }
        segments.clear();
        disk.sync();
        long[] none = new long[lanes];
        positions.forgetAheadBut(DoneRecords.upTo(none));
        positions.writeTwice(new LogEnd(0, 0), DoneRecords.upTo(none));
        return none;
    }

    // What is said of places behind the end, as after damage, must not be taken for what is appended there.
    private List<LaneProgress> progress(long[] from) throws IOException {
        long[] next = new long[from.length];
        Arrays.setAll(next, segments.getLast()::next);
        Set<Long> salts =
                segments.stream().map(segment -> segment.header().salt()).collect(Collectors.toSet());
        List<LaneProgress> progress = positions.progress(from, next, salts, disk.pathOf(PositionsFile.NAME));
        positions.forgetAheadBut(
                DoneRecords.of(progress, segments.getLast().header().salt()));
        return progress;
    }

    private void begin(long[] from, long now) throws IOException {
        long[] base = Arrays.stream(from).map(last -> last + 1).toArray();
        long number = knownEnd.segment() + 1;
        SegmentHeader header = new SegmentHeader(number, new SecureRandom().nextLong(), now, base);
        segments.add(Segment.create(disk, SegmentHeader.nameOf(number), header));
    }
}
