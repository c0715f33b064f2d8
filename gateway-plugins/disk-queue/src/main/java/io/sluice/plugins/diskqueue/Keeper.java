package io.sluice.plugins.diskqueue;

import io.sluice.api.queue.LaneProgress;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps which records are done: noted as soon as they are, and made durable at intervals. Deletes segments that nobody needs any more, and
 * looks up the oldest record. For one thread at a time, but for {@link #oldest}.
 */
final class Keeper implements Runnable {

    /** What looks up the oldest record, among the parts of the queue. */
    private static final String OLDEST = "oldest";

    private final Disk disk;
    private final Segments segments;
    private final PositionsFile positions;
    private final List<DiskLane> lanes;
    private final Health health;
    private @Nullable DoneRecords written;
    private @Nullable DoneRecords noted;
    private LogEnd writtenEnd = new LogEnd(0, 0);
    /** The file of positions could not be written: what it holds is not known, so it is left alone. */
    private boolean failed;

    private final long[] oldestOf;
    private final long[] timeOf;
    private volatile @Nullable Instant oldest;

    Keeper(Disk disk, Segments segments, PositionsFile positions, List<DiskLane> lanes, Health health) {
        this.disk = disk;
        this.segments = segments;
        this.positions = positions;
        this.lanes = lanes;
        this.health = health;
        this.oldestOf = new long[lanes.size()];
        this.timeOf = new long[lanes.size()];
    }

    /** When the oldest record that is not done was appended, as of the last interval. */
    @Nullable Instant oldest() {
        return oldest;
    }

    /** Something of a lane is done. */
    void note() {
        attempt(() -> {
            DoneRecords done = done();
            if (!done.isLike(noted)) {
                positions.note(segments.end(), done);
                noted = done;
            }
        });
    }

    /** Writes to the file of positions. */
    private interface Writing {
        void write() throws IOException;
    }

    private void attempt(Writing writing) {
        try {
            if (!failed) {
                writing.write();
            }
        } catch (IOException | RuntimeException | Error e) {
            // What a failed write or sync left on the disk is not known, and a second sync may hide that the first lost
            // it.
            failed = true;
            health.fail("the positions of lanes cannot be kept", e);
        }
    }

    private DoneRecords done() {
        List<LaneProgress> progress = lanes.stream().map(DiskLane::progress).toList();
        // Read after the positions, so that it is the last segment that has any of them, or a later one.
        return DoneRecords.of(progress, segments.last().header().salt());
    }

    @Override
    public void run() {
        attempt(this::keep);
        if (health.failure() != null) {
            return;
        }
        try {
            oldest = findOldest();
            health.works(OLDEST);
        } catch (IOException | Error e) {
            health.troubled(OLDEST, "the oldest record cannot be read", e);
        } catch (DamageException | RuntimeException e) {
            health.fail("the oldest record cannot be read", e);
        }
    }

    private void keep() throws IOException {
        DoneRecords done = done();
        // Read after the positions, so that the log that it ends holds all of them.
        LogEnd end = segments.end();
        if (!done.isLike(written) || !end.equals(writtenEnd)) {
            positions.write(end, done);
            written = done;
            noted = done;
            writtenEnd = end;
        }
        List<Segment> passed = passed(done.upTo());
        if (!passed.isEmpty()) {
            // Once the records are gone, neither copy may lead back to them.
            positions.writeTwice(end, done);
            for (Segment segment : passed) {
                disk.delete(segment.name());
                segments.remove(segment);
                segment.closeDeleted();
            }
            disk.sync();
        }
    }

    private List<Segment> passed(long[] done) {
        List<Segment> passed = new ArrayList<>();
        List<Segment> all = segments.all();
        for (int i = 0; i + 1 < all.size() && all.get(i + 1).header().isReached(done); i++) {
            passed.add(all.get(i));
        }
        return passed;
    }

    private @Nullable Instant findOldest() throws IOException, DamageException {
        long first = Long.MAX_VALUE;
        for (DiskLane lane : lanes) {
            int number = lane.number();
            long sequence = lane.done() + 1;
            if (sequence < segments.next(number)) {
                if (oldestOf[number] != sequence) {
                    timeOf[number] = segments.holding(number, sequence)
                            .headerOf(number, sequence)
                            .time();
                    oldestOf[number] = sequence;
                }
                first = Math.min(first, timeOf[number]);
            }
        }
        return first == Long.MAX_VALUE ? null : Instant.ofEpochMilli(first);
    }
}
