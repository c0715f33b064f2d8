package io.sluice.mirror;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.sluice.tap.HeldBody;
import io.sluice.tap.HeldMemory;

/** The answer of one cluster: while it comes on an event loop, and then until it is compared. For one thread at a time. */
final class HeldAnswer implements AutoCloseable {
    private final int status;
    private final String coding;
    private final HeldBody body;

    HeldAnswer(HttpResponse head, HeldMemory memory) {
        this.status = head.status().code();
        String given = head.headers().get(HttpHeaderNames.CONTENT_ENCODING);
        this.coding = given == null ? "" : given.strip();
        this.body = new HeldBody(memory, WholeAnswer.LONGEST);
    }

    HeldBody body() {
        return body;
    }

    WholeAnswer whole() {
        return new WholeAnswer(status, coding, body.isLost() ? null : body.bytes());
    }

    @Override
    public void close() {
        body.close();
    }
}
