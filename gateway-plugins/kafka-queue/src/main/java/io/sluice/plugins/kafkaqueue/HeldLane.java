package io.sluice.plugins.kafkaqueue;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A partition that the group has assigned to this process: first it is looked up, then read as a lane. On the consumer's thread. */
final class HeldLane {

    private final TopicPartition partition;
    /** Somebody looks it up. */
    private boolean asked;
    /** {@link System#nanoTime} before which it is not looked up again. */
    private long askAfter;

    private @Nullable LaneOffsets found;
    private @Nullable KafkaLane lane;
    private boolean paused = true;
    /** What Kafka was last told; null if it was told nothing since the lane began. */
    private @Nullable OffsetAndMetadata committed;
    /** It was given out as one that stands still. */
    private boolean failed;
    /** What reading it showed to be lost; null if nothing. */
    private @Nullable String cut;
    /** A position that was read and may not be there any more; -1 if there is none. */
    private long missing = -1;

    HeldLane(TopicPartition partition, long now) {
        this.partition = partition;
        this.askAfter = now;
    }

    TopicPartition partition() {
        return partition;
    }

    int number() {
        return partition.partition();
    }

    @Nullable KafkaLane lane() {
        return lane;
    }

    @Nullable LaneOffsets found() {
        return found;
    }

    /** Whether it is to be looked up now. */
    boolean isUnknown(long now) {
        return found == null && !asked && now - askAfter >= 0;
    }

    void asked() {
        asked = true;
    }

    /** It was looked up; null if Kafka could not say. */
    void found(@Nullable LaneOffsets offsets, long askAgain) {
        asked = false;
        found = offsets;
        askAfter = askAgain;
    }

    /** Whether it was looked up and can begin. */
    boolean isReady() {
        return found != null && lane == null;
    }

    /** It is given out from now on, and read unless it stands still. */
    void begins(KafkaLane as, boolean standsStill) {
        lane = as;
        failed = standsStill;
        cut = null;
        missing = -1;
        committed = null;
    }

    /** It is not read any more until it is looked up again. */
    void ends() {
        lane = null;
        failed = false;
        found = null;
        committed = null;
    }

    /**
     * Reading it failed, as a record is not where it was.
     *
     * @param position where it was
     * @param why what surely is lost; null if that shows when the lane is looked up
     */
    void misses(long position, @Nullable String why) {
        missing = position;
        cut = why;
    }

    /** What is lost of what is not done; null if nothing. */
    @Nullable String loss() {
        if (found == null || cut != null) {
            return cut;
        }
        return missing > found.end()
                ? "the partition was read up to record " + (missing - 1) + " and now ends with " + (found.end() - 1)
                : found.loss();
    }

    /** Whether it was given out as one that stands still. */
    boolean isFailed() {
        return failed;
    }

    /** The first position that is not done, and what is done behind it; null while it is not known, or where it means nothing since records were lost. */
    @Nullable OffsetAndMetadata position() {
        if (failed || lane == null && loss() != null) {
            return null;
        }
        if (lane != null) {
            return lane.start();
        }
        return found == null ? null : found.first();
    }

    void committed(OffsetAndMetadata position) {
        committed = position;
    }

    /** Whether Kafka was told this since the lane began. */
    boolean isCommitted(OffsetAndMetadata position) {
        return committed != null
                && committed.offset() == position.offset()
                && committed.metadata().equals(position.metadata());
    }

    boolean isPaused() {
        return paused;
    }

    void paused(boolean now) {
        paused = now;
    }
}
