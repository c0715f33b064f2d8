package io.sluice.server;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.sluice.wire.AnswerEncoder;

/** Netty's encoder, told which answer belongs to a HEAD request and so has no body. On one event loop, for one connection. */
final class ResponseEncoder extends HttpResponseEncoder implements AnswerEncoder {
    /** Whether the next head answers a HEAD request. */
    private boolean toHeadRequest;

    @Override
    public void nextAnswers(boolean headRequest) {
        toHeadRequest = headRequest;
    }

    @Override
    public boolean mayContinue() {
        return true;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpResponse message) {
        return toHeadRequest || super.isContentAlwaysEmpty(message);
    }
}
