package io.sluice.mirror;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The answer of one cluster: while it comes on an event loop, and then until it is compared. For one thread at a time. */
final class HeldAnswer implements AutoCloseable {
    private final int status;
    private final String coding;
    private final HeldBody body;

    HeldAnswer(HttpResponse head, MirrorMemory memory) {
        this.status = head.status().code();
        String given = head.headers().get(HttpHeaderNames.CONTENT_ENCODING);
        this.coding = given == null ? "" : given.strip();
        this.body = new HeldBody(memory, AnswerComparison.LONGEST);
    }

    /**
     * An answer that is complete.
     *
     * @param body as it came; null if it was too long to be held
     * @param coding of the body, empty if there is none
     */
    // Answers are read, never compared as values.
    @SuppressWarnings("ArrayRecordComponent")
    record Whole(int status, String coding, byte @Nullable [] body) {

        /**
         * The body without its coding; null if it cannot be known.
         *
         * @param most it has no more bytes than these
         */
        byte @Nullable [] plain(int most) {
            if (body == null || coding.isEmpty() || coding.equals("identity")) {
                return body;
            }
            if (!coding.equals("gzip")) {
                return null;
            }
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
                byte[] read = in.readNBytes(most + 1);
                return read.length > most ? null : read;
            } catch (IOException e) {
                return null;
            }
        }
    }

    HeldBody body() {
        return body;
    }

    Whole whole() {
        return new Whole(status, coding, body.isLost() ? null : body.bytes());
    }

    @Override
    public void close() {
        body.close();
    }
}
