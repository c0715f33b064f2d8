package io.sluice.recording;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request as it was recorded.
 *
 * @param began when its head had come
 * @param tookNanos from then to the end of its answer, in nanoseconds
 * @param connection the same for all requests that came over one connection, and for no others at that time
 * @param tenant whose request it was, if a filter told; else null
 * @param headers without those that may carry credentials, cookies or users, and without what frames the body
 * @param body as it was sent, compressed if the client did so
 * @param status of the answer; 0 if the client was gone before it began
 * @param answer null if answers are not recorded, or it was too long
 */
@SuppressWarnings("ArrayRecordComponent")
public record RecordedExchange(
        Instant began,
        long tookNanos,
        String connection,
        @Nullable String tenant,
        String method,
        String target,
        List<Field> headers,
        byte[] body,
        int status,
        @Nullable Answer answer) {

    public RecordedExchange {
        headers = List.copyOf(headers);
    }

    /** A header. */
    public record Field(String name, String value) {}

    /**
     * What the client was sent.
     *
     * @param coding its Content-Encoding; empty if there was none
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Answer(String coding, byte[] body) {}
}
