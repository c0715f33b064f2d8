package io.sluice.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.sluice.api.Reply;
import io.sluice.chain.AnswerForm;
import io.sluice.exchange.RequestId;
import io.sluice.failure.Failure;
import java.nio.charset.StandardCharsets;

/** The answer to a client whose connection ends before anything of it is parsed. */
final class PlainAnswer {
    private static final AnswerForm FORM = new AnswerForm(null, false, null, null);

    private PlainAnswer() {}

    /** Head and body, made now; the connection is to be closed after it. */
    static ByteBuf of(Failure failure, RequestId id, DateField date) {
        Reply reply = FORM.withRequestId(id.toString()).complete(failure.reply());
        byte[] body = reply.body();
        StringBuilder head = new StringBuilder("HTTP/1.1 ")
                .append(HttpResponseStatus.valueOf(failure.status()))
                .append("\r\n");
        reply.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        head.append("date: ").append(date.now()).append("\r\n");
        head.append("connection: close\r\ncontent-length: ").append(body.length).append("\r\n\r\n");
        return Unpooled.wrappedBuffer(head.toString().getBytes(StandardCharsets.US_ASCII), body);
    }
}
