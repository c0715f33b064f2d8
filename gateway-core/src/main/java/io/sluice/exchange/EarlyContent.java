package io.sluice.exchange;

import io.netty.handler.codec.http.HttpContent;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Parts of a body that came before they could go on, in order. Most exchanges have none. Owns them. On one event loop. */
final class EarlyContent implements AutoCloseable {
    private @Nullable ArrayDeque<HttpContent> parts;

    boolean isEmpty() {
        return parts == null || parts.isEmpty();
    }

    /** Takes over a part. */
    void add(HttpContent part) {
        if (parts == null) {
            parts = new ArrayDeque<>(4);
        }
        parts.add(part);
    }

    /** Hands over the first part; there must be one. */
    HttpContent remove() {
        if (parts == null) {
            throw new IllegalStateException("nothing came early");
        }
        return parts.remove();
    }

    @Override
    public void close() {
        while (!isEmpty()) {
            remove().release();
        }
    }
}
