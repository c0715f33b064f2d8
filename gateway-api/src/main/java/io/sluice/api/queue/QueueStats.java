package io.sluice.api.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a queue looks like at a moment. Values may be some seconds old, and need not fit each other.
 *
 * @param bytes what it takes of its bound, in bytes; finished records may count until the engine frees their room; 0 where the engine
 *     has no bound
 * @param bound the most bytes that it may take; {@link Long#MAX_VALUE} where the engine has no bound
 * @param records how many are not done, in all lanes, whichever process has them; -1 while that is not known
 * @param oldest when the oldest record that is not done was appended, of the lanes that this process has; null if there is none or it
 *     is not known
 * @param depths how many records of each lane are not done, by the lane's number; empty where that is not cheap
 * @param commits how often records were made durable since the queue was opened, many at a time
 * @param commitTime how long that took altogether
 * @param failure why the queue takes no records until it is opened anew, with the place of any damage; null if it works
 * @param trouble what fails at present and is tried again without help, see {@link Troubles}; null if nothing does
 */
public record QueueStats(
        long bytes,
        long bound,
        long records,
        @Nullable Instant oldest,
        List<Long> depths,
        long commits,
        Duration commitTime,
        @Nullable String failure,
        @Nullable String trouble) {

    public QueueStats {
        depths = List.copyOf(depths);
    }

    /** Of an engine that tries nothing again. */
    public QueueStats(
            long bytes,
            long bound,
            long records,
            @Nullable Instant oldest,
            List<Long> depths,
            long commits,
            Duration commitTime,
            @Nullable String failure) {
        this(bytes, bound, records, oldest, depths, commits, commitTime, failure, null);
    }
}
