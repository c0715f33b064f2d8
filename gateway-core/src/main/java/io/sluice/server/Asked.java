package io.sluice.server;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.sluice.api.Reply;
import io.sluice.api.RequestTarget;
import io.sluice.chain.AnswerForm;
import io.sluice.exchange.NettyHeaders;
import io.sluice.exchange.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks of its answer: the part that could be read.
 *
 * @param head whether it is a HEAD request, the answer to which has no body
 * @param request null if no valid head was read
 */
record Asked(boolean head, AnswerForm form, @Nullable HttpRequest request) {
    private static final AnswerForm ANY_FORM = new AnswerForm(null, false, null, null);
    static final Asked NOTHING = new Asked(false, ANY_FORM, null);

    /**
     * What a request asks: where its head was not valid, only whether it is a HEAD request.
     *
     * @param target null where it is not valid, or was not read
     */
    static Asked by(HttpRequest request, @Nullable RequestTarget target) {
        boolean head = request.method().equals(HttpMethod.HEAD);
        return request.decoderResult().isFailure()
                ? new Asked(head, ANY_FORM, null)
                : new Asked(head, AnswerForm.of(new NettyHeaders(request.headers()), target, null), request);
    }

    /** An answer of the gateway's own in the form that is asked for, after which the connection is closed. */
    FullHttpResponse lastAnswer(Reply own, RequestId id, CharSequence date) {
        Reply reply = form.withRequestId(id.toString()).complete(own);
        byte[] body = reply.body();
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()), Unpooled.wrappedBuffer(body));
        reply.headers().forEach(response.headers()::set);
        response.headers().set("date", date).set("content-length", body.length).set("connection", "close");
        return response;
    }
}
