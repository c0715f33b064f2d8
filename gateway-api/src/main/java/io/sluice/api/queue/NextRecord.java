package io.sluice.api.queue;

/** What {@link QueueLane#next(int)} found: the record, or how long it is. */
public sealed interface NextRecord permits QueuedRecord, LongRecord {

    /** Grows within a lane, by any amount; says nothing across lanes. */
    long position();
}
