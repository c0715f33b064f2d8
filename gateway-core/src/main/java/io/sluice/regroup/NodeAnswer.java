package io.sluice.regroup;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.bulk.answer.SubAnswer;
import org.jspecify.annotations.Nullable;

/** What a node answers to one sub-request: results of its items, or the refusal of all. Owns the results. On the bulk's event loop. */
final class NodeAnswer implements AutoCloseable {
    private static final int OK = 200;

    private final HttpResponse head;
    private final @Nullable SubAnswer results;
    private final @Nullable RefusedAnswer refused;

    /**
     * Begins an answer.
     *
     * @param asked how many items the node was sent
     * @param longestItem bytes that one of its results may have
     */
    NodeAnswer(HttpResponse head, int asked, long longestItem) {
        this.head = head;
        boolean ok = head.status().code() == OK;
        this.results = ok ? new SubAnswer(asked, longestItem) : null;
        this.refused = ok ? null : new RefusedAnswer(head);
    }

    /** The sub-request has ended with this number of items; the node may have answered before it saw all of them. */
    void asked(int items) {
        if (results != null) {
            results.asked(items);
        }
    }

    /** Takes over a part of the body. */
    void add(HttpContent content) {
        boolean last = content instanceof LastHttpContent;
        if (results != null) {
            results.write(content.content());
            if (last) {
                results.end();
            }
        } else {
            if (refused != null) {
                refused.add(content.content());
            }
            content.release();
        }
    }

    HttpResponse head() {
        return head;
    }

    /** The results; null if all was refused. */
    @Nullable SubAnswer results() {
        return results;
    }

    /** The refusal; null if there are results. */
    @Nullable RefusedAnswer refused() {
        return refused;
    }

    @Override
    public void close() {
        if (results != null) {
            results.close();
        }
    }
}
