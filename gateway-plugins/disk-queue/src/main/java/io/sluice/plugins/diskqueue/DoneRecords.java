package io.sluice.plugins.diskqueue;

import io.sluice.api.queue.LaneProgress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which records of all lanes are done, at a moment. Immutable. */
final class DoneRecords {

    private static final int FIXED = Long.BYTES + Integer.BYTES;

    private final long[] done;
    /** See {@link LaneProgress#ahead()}. */
    private final byte[][] ahead;
    /** The salt of a segment that is there as long as any of these numbers is needed. */
    private final long salt;

    private DoneRecords(long[] done, byte[][] ahead, long salt) {
        this.done = done;
        this.ahead = ahead;
        this.salt = salt;
    }

    /**
     * What is done of each lane.
     *
     * @param salt of the segment that was the last one then, or a later one: numbers may begin anew once it is gone
     */
    static DoneRecords of(List<LaneProgress> lanes, long salt) {
        long[] done = lanes.stream().mapToLong(LaneProgress::done).toArray();
        return new DoneRecords(done, lanes.stream().map(LaneProgress::ahead).toArray(byte[][]::new), salt);
    }

    /** All records of each lane up to a sequence number. */
    static DoneRecords upTo(long[] done) {
        return new DoneRecords(done.clone(), new byte[done.length][0], 0);
    }

    /** The sequence number of the last record of each lane that is done with all before it; not to be changed. */
    long[] upTo() {
        return done;
    }

    /** Whether they are numbered as the records of a log are, and not as those of another one before it. */
    boolean isOf(Set<Long> salts) {
        return salts.contains(salt);
    }

    boolean isLike(@Nullable DoneRecords other) {
        return other != null && Arrays.equals(done, other.done) && Arrays.deepEquals(ahead, other.ahead);
    }

    /** Whether something is done behind the first record of a lane that is not. */
    boolean hasAhead() {
        return Arrays.stream(ahead).anyMatch(bits -> bits.length > 0);
    }

    /** How many bytes {@link #putAhead} puts. */
    int aheadBytes() {
        return FIXED
                + Arrays.stream(ahead).mapToInt(bits -> bits.length).sum()
                + ahead.length * (Long.BYTES + Integer.BYTES);
    }

    /** The most that {@link #aheadBytes} is. */
    static int mostAheadBytes(int lanes) {
        return FIXED + lanes * (Long.BYTES + Integer.BYTES + LaneProgress.MOST_AHEAD / Byte.SIZE);
    }

    /** Puts what is done behind the first record of each lane that is not. */
    void putAhead(ByteBuffer into) {
        into.putLong(salt).putInt(ahead.length);
        for (int lane = 0; lane < ahead.length; lane++) {
            into.putLong(done[lane]).putInt(ahead[lane].length).put(ahead[lane]);
        }
    }

    /**
     * Reads what {@link #putAhead} put.
     *
     * @return null if it is none
     */
    static @Nullable DoneRecords readAhead(ByteBuffer from) {
        if (from.remaining() < FIXED) {
            return null;
        }
        long salt = from.getLong();
        int lanes = from.getInt();
        if (lanes < 1 || lanes > DiskQueueConfig.MAX_LANES) {
            return null;
        }
        long[] done = new long[lanes];
        byte[][] ahead = new byte[lanes][];
        for (int lane = 0; lane < lanes; lane++) {
            if (from.remaining() < Long.BYTES + Integer.BYTES) {
                return null;
            }
            done[lane] = from.getLong();
            int length = from.getInt();
            if (length < 0 || length > from.remaining()) {
                return null;
            }
            ahead[lane] = new byte[length];
            from.get(ahead[lane]);
        }
        return from.hasRemaining() ? null : new DoneRecords(done, ahead, salt);
    }

    /**
     * Adds these records to what is done, as far as they stand behind it and not behind the end of the log.
     *
     * @param lanes to be added to; nothing is added if these records are of another number of lanes, or of a later position
     * @param next the sequence number after each lane's last record: a place behind the end may be that of another record
     */
    void addTo(List<LaneProgress> lanes, long[] next) {
        for (int lane = 0; lane < done.length && done.length == lanes.size(); lane++) {
            LaneProgress progress = lanes.get(lane);
            if (done[lane] <= progress.done()) {
                addTo(progress, lane, next[lane]);
            }
        }
    }

    private void addTo(LaneProgress progress, int lane, long next) {
        LaneProgress own = new LaneProgress(done[lane], ahead[lane]);
        long most = Math.min(next, done[lane] + 1 + (long) ahead[lane].length * Byte.SIZE);
        for (long sequence = progress.done() + 1; sequence < most; sequence++) {
            if (own.isDone(sequence)) {
                progress.doneAlone(sequence);
            }
        }
    }
}
