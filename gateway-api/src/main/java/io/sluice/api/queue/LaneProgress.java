package io.sluice.api.queue;

import java.util.BitSet;

/**
 * Which records of a lane are done, as {@link QueueLane#done} and {@link QueueLane#doneAlone} were told: all up to one, and some behind it.
 * Engines keep it in this form. Not thread-safe.
 */
public final class LaneProgress {

    /** The most positions behind the first record that is not done which {@link #ahead} tells of. */
    public static final int MOST_AHEAD = 16 * 1024;

    private long done;
    /** Bit i is that of the record at {@code done + 1 + i}; the first one is never set. */
    private BitSet ahead;

    /**
     * A lane whose records are done up to one.
     *
     * @param done the last position of those that are all done
     */
    public LaneProgress(long done) {
        this(done, new byte[0]);
    }

    /**
     * What was kept of a lane.
     *
     * @param ahead what {@link #ahead()} gave for the same position
     */
    public LaneProgress(long done, byte[] ahead) {
        this.done = done;
        this.ahead = BitSet.valueOf(ahead);
        absorb();
    }

    /** All records up to this position are done. */
    public long done() {
        return done;
    }

    /**
     * All records up to a position are done.
     *
     * @return whether that is more than before
     */
    public boolean doneTo(long position) {
        if (position <= done) {
            return false;
        }
        long passed = position - done;
        done = position;
        ahead = passed < ahead.length() ? ahead.get((int) passed, ahead.length()) : new BitSet();
        absorb();
        return true;
    }

    /**
     * The record at a position is done.
     *
     * @return whether it was not
     * @throws IllegalArgumentException if it is further than an {@code int} behind the first that is not done
     */
    public boolean doneAlone(long position) {
        if (isDone(position)) {
            return false;
        }
        ahead.set(bit(position));
        absorb();
        return true;
    }

    private int bit(long position) {
        long bit = position - done - 1;
        if (bit != (int) bit) {
            throw new IllegalArgumentException("record " + position + " is too far behind record " + done);
        }
        return (int) bit;
    }

    private void absorb() {
        int passed = ahead.nextClearBit(0);
        if (passed > 0) {
            done += passed;
            ahead = ahead.get(passed, Math.max(passed, ahead.length()));
        }
    }

    /** Whether the record at a position is done. */
    public boolean isDone(long position) {
        return position <= done || position - done <= ahead.length() && ahead.get(bit(position));
    }

    /** How many records behind {@link #done()} are done. */
    public int aheadCount() {
        return ahead.cardinality();
    }

    /** Which records behind {@link #done} are done, within {@link #MOST_AHEAD} positions: bit i of byte j is that of record {@code done + 1 + 8j + i}. */
    public byte[] ahead() {
        return ahead.length() <= MOST_AHEAD
                ? ahead.toByteArray()
                : ahead.get(0, MOST_AHEAD).toByteArray();
    }
}
