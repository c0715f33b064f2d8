package io.sluice.plugins.kafkaqueue;

import io.sluice.api.queue.LaneProgress;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * What is done of a lane, in the form in which Kafka keeps it: the first position that is not done, and in its metadata which records behind it
 * are. Not thread-safe.
 */
final class LaneDone {

    /** Epoch of a leader, and {@link LaneProgress#ahead()}; 2,740 characters at most, of which servers take 4,096 unless told otherwise. */
    private static final Pattern METADATA = Pattern.compile("done (-?\\d{1,9}) ([A-Za-z0-9+/=]+)");

    private static final int NO_EPOCH = -1;

    private LaneProgress progress;
    /** That of the record before the first that is not done. */
    private Optional<Integer> epoch;
    /** No record that is done behind the first that is not has a later one: another in its place, written after Kafka lost it, does. */
    private int aheadEpoch = NO_EPOCH;

    /** @param kept what {@link #kept} gave, perhaps in another process; metadata of other forms say nothing */
    LaneDone(OffsetAndMetadata kept) {
        long done = kept.offset() - 1;
        this.epoch = kept.leaderEpoch();
        this.progress = new LaneProgress(done);
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
        progress = new LaneProgress(done, ahead);
        aheadEpoch = Integer.parseInt(metadata.group(1));
    }

    /** For Kafka to keep. */
    OffsetAndMetadata kept() {
        String metadata = progress.aheadCount() == 0
                ? ""
                : "done " + aheadEpoch + " " + Base64.getEncoder().encodeToString(progress.ahead());
        return new OffsetAndMetadata(first(), epoch, metadata);
    }

    /** The first position that is not done. */
    long first() {
        return progress.done() + 1;
    }

    /** All records up to a position are done. */
    void doneTo(long position) {
        progress.doneTo(position);
    }

    /**
     * One record is done.
     *
     * @param of the record's epoch
     */
    void doneAlone(long position, Optional<Integer> of) {
        progress.doneAlone(position);
        aheadEpoch = Math.max(aheadEpoch, of.orElse(NO_EPOCH));
    }

    /** The record before {@link #first} has this epoch. */
    void passed(Optional<Integer> of) {
        epoch = of;
    }

    /** Whether a record that comes is done. If it is another one than that which was done, the lane forgets what was done behind the first. */
    boolean isDone(long position, Optional<Integer> of) {
        if (progress.isDone(position) && of.orElse(NO_EPOCH) > aheadEpoch) {
            progress = new LaneProgress(progress.done());
            aheadEpoch = NO_EPOCH;
        }
        return progress.isDone(position);
    }
}
