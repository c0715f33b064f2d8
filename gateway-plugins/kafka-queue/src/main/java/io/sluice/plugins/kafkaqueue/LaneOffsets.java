package io.sluice.plugins.kafkaqueue;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What Kafka has of a lane.
 *
 * @param begin the position of the first record that is there
 * @param end the position behind the last one
 * @param committed the first position that is not done; null if none was kept
 */
record LaneOffsets(long begin, long end, @Nullable OffsetAndMetadata committed) {

    /** The first position that is not done. What is done is deleted, so without a kept position that is the first that is there. */
    OffsetAndMetadata first() {
        return committed == null ? new OffsetAndMetadata(begin) : committed;
    }

    /** What Kafka lost of what is not done, for people; null if nothing. */
    @Nullable String loss() {
        if (committed == null) {
            return null;
        }
        if (committed.offset() < begin) {
            return "records " + committed.offset() + " to " + (begin - 1)
                    + " were deleted before they were done, by retention or by somebody";
        }
        return committed.offset() > end
                ? "records up to " + (committed.offset() - 1) + " were read, and the partition now ends with "
                        + (end - 1) + ": it was cut, or the topic was made anew"
                : null;
    }
}
