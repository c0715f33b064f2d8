package io.sluice.plugins.diskqueue;

import io.sluice.api.ByteSize;
import io.sluice.api.Key;
import java.nio.file.Path;
import java.time.Duration;

/** A queue of the engine {@code disk}. */
public record DiskQueueConfig(
        @Key("the directory of queues; each queue has a directory of its own name in it")
        Path directory,

        @Key(value = "how many rows of records are kept in order; fixed while the queue holds any", def = "64")
        int lanes,

        @Key(value = "the most that the queue's files may take; above it the queue is full", def = "10GiB")
        ByteSize maxBytes,

        @Key(
                value = "what stays free on the disk; below it the queue is full, and dead letters below half of it",
                def = "1GiB")
        ByteSize minFree,

        @Key(value = "the size of one file of the log; a record fits one file", def = "128MiB")
        ByteSize segmentBytes,

        @Key(value = "the most bytes that may wait to be written; above it the queue is full", def = "64MiB")
        ByteSize maxWaiting,

        @Key(
                value =
                        "how often it is synced which records are done; those since then may come again after a crash of the machine",
                def = "1s")
        Duration doneInterval,

        @Key(
                value = "what becomes of a queue with damaged files: fail, or quarantine to go on with what is intact",
                def = "fail")
        OnDamage damaged) {

    static final int MAX_LANES = 1024;

    /** Fewer segments could be full while all but the last record is done. */
    private static final int MIN_SEGMENTS = 4;

    private static final long MIN_SEGMENT = 64 << 10;
    private static final long MAX_SEGMENT = 1 << 30;

    public DiskQueueConfig {
        if (lanes < 1 || lanes > MAX_LANES) {
            throw new IllegalArgumentException("lanes must be 1 to " + MAX_LANES);
        }
        if (segmentBytes.bytes() < MIN_SEGMENT || segmentBytes.bytes() > MAX_SEGMENT) {
            throw new IllegalArgumentException("segmentBytes must be 64KiB to 1GiB");
        }
        if (maxBytes.bytes() / MIN_SEGMENTS < segmentBytes.bytes()) {
            throw new IllegalArgumentException("maxBytes must be at least " + MIN_SEGMENTS + " times segmentBytes");
        }
        if (maxWaiting.bytes() < 1) {
            throw new IllegalArgumentException("maxWaiting must be at least 1B");
        }
        if (doneInterval.toMillis() < 10 || doneInterval.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException("doneInterval must be 10ms to 1m");
        }
    }

    /** What fits one segment. */
    int maxRecordBytes() {
        return segmentBytes.saturatedInt() - SegmentHeader.bytes(lanes) - RecordHeader.BYTES;
    }
}
