package io.sluice.plugins.kafkaqueue;

import io.sluice.api.queue.LaneProgress;
import java.util.Base64;
import java.util.BitSet;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What is done of a lane, in the form in which Kafka keeps it: the first position that is not done, and in its metadata which records behind it
 * are. What was kept counts for a record only once it comes: Kafka may have lost the one that is done, and have another in its place, which
 * has a later epoch. Not thread-safe.
 */
final class LaneDone {

    /** Epoch of a leader, and a bitmap; 2,740 characters at most, of which servers take 4,096 unless told otherwise. */
    private static final Pattern METADATA = Pattern.compile("done (-?\\d{1,9}) ([A-Za-z0-9+/=]+)");

    private static final int NO_EPOCH = -1;

    /** What is done of the records that came since the lane was given out, or since {@link #readAgain}. */
    private LaneProgress progress;
    /** What is done of the others. */
    private LaneProgress before;
    /** The furthest position that is done. */
    private long furthest;
    /** That of the record before the first that is not done. */
    private Optional<Integer> epoch;
    /** No record that is done behind the first that is not has a later one. */
    private int aheadEpoch = NO_EPOCH;
    /** What {@link #kept} gave; null once that is not so any more. */
    private @Nullable OffsetAndMetadata kept;

    /** @param kept what {@link #kept} gave, perhaps in another process; metadata of other forms say nothing */
    LaneDone(OffsetAndMetadata kept) {
        long done = kept.offset() - 1;
        this.epoch = kept.leaderEpoch();
        this.progress = new LaneProgress(done);
        this.before = progress;
        Matcher metadata = METADATA.matcher(kept.metadata());
        if (metadata.matches()) {
            read(done, metadata);
        }
    }

    private void read(long done, Matcher metadata) {
        byte[] ahead;
        try {
            ahead = Base64.getDecoder().decode(metadata.group(2));
        } catch (IllegalArgumentException e) {
            return;
        }
        before = new LaneProgress(done, ahead);
        furthest = done + (long) ahead.length * Byte.SIZE;
        aheadEpoch = Integer.parseInt(metadata.group(1));
    }

    /** For Kafka to keep. */
    OffsetAndMetadata kept() {
        if (kept == null) {
            BitSet ahead = ahead();
            String metadata = ahead.isEmpty()
                    ? ""
                    : "done " + aheadEpoch + " " + Base64.getEncoder().encodeToString(ahead.toByteArray());
            kept = new OffsetAndMetadata(first(), epoch, metadata);
        }
        return kept;
    }

    private BitSet ahead() {
        BitSet ahead = new BitSet();
        long most = Math.min(furthest, progress.done() + LaneProgress.MOST_AHEAD);
        for (long position = first(); position <= most; position++) {
            ahead.set((int) (position - first()), isKnown(position));
        }
        return ahead;
    }

    private boolean isKnown(long position) {
        return progress.isDone(position) || before.isDone(position);
    }

    /** The first position that is not done, as far as that is sure. */
    long first() {
        return progress.done() + 1;
    }

    /** All records up to a position are done, which came. */
    void doneTo(long position) {
        progress.doneTo(position);
        kept = null;
    }

    /**
     * One record is done, which came.
     *
     * @param of the record's epoch
     */
    void doneAlone(long position, Optional<Integer> of) {
        progress.doneAlone(position);
        furthest = Math.max(furthest, position);
        aheadEpoch = Math.max(aheadEpoch, of.orElse(NO_EPOCH));
        kept = null;
    }

    /** The record before {@link #first} has this epoch. */
    void passed(Optional<Integer> of) {
        epoch = of;
        kept = null;
    }

    /** Records come again from {@link #first} on; all that is done stays so, also what is too far ahead for {@link #kept}. */
    void readAgain() {
        LaneProgress all = new LaneProgress(progress.done());
        for (long position = first(); position <= furthest; position++) {
            if (isKnown(position)) {
                all.doneAlone(position);
            }
        }
        before = all;
        progress = new LaneProgress(progress.done());
    }

    /** Whether a record that comes is done. If it is another one than that which was done, all is forgotten that did not come. */
    boolean isDone(long position, Optional<Integer> of) {
        if (progress.isDone(position)) {
            return true;
        }
        if (!before.isDone(position)) {
            return false;
        }
        kept = null;
        if (of.orElse(NO_EPOCH) > aheadEpoch) {
            before = new LaneProgress(progress.done());
            return false;
        }
        progress.doneAlone(position);
        return true;
    }
}
