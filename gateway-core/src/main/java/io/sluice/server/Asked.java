package io.sluice.server;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.sluice.api.RequestTarget;
import io.sluice.chain.AnswerForm;
import io.sluice.exchange.NettyHeaders;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks of its answer, as far as it could be read.
 *
 * @param head whether it is a HEAD request, the answer to which has no body
 */
record Asked(boolean head, AnswerForm form) {
    static final Asked NOTHING = new Asked(false, new AnswerForm(null, false, null));

    /** @param target null where it is not valid */
    static Asked by(HttpRequest request, @Nullable RequestTarget target) {
        return new Asked(
                request.method().equals(HttpMethod.HEAD),
                AnswerForm.of(new NettyHeaders(request.headers()), target, null));
    }
}
