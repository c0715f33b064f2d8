package io.sluice.recording;

import io.sluice.tap.HeldBody;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An exchange that has ended, until it is written. For one thread at a time. */
final class HeldExchange implements AutoCloseable {
    private final Head head;
    private final HeldBody body;
    private final End end;

    /** What is known when a request begins. */
    record Head(Instant began, String connection, String method, String target, List<RecordedExchange.Field> headers) {}

    /**
     * What is known when it has ended.
     *
     * @param answer null if it is not kept
     */
    record End(
            long tookNanos,
            @Nullable String tenant,
            int status,
            String coding,
            @Nullable HeldBody answer) {}

    HeldExchange(Head head, HeldBody body, End end) {
        this.head = head;
        this.body = body;
        this.end = end;
    }

    long bytes() {
        HeldBody answer = end.answer();
        return body.length() + (answer == null ? 0 : answer.length());
    }

    RecordedExchange whole() {
        HeldBody answer = end.answer();
        return new RecordedExchange(
                head.began(),
                end.tookNanos(),
                head.connection(),
                end.tenant(),
                head.method(),
                head.target(),
                head.headers(),
                body.bytes(),
                end.status(),
                answer == null || answer.isLost() ? null : new RecordedExchange.Answer(end.coding(), answer.bytes()));
    }

    @Override
    public void close() {
        body.close();
        HeldBody answer = end.answer();
        if (answer != null) {
            answer.close();
        }
    }
}
