package io.sluice.bench.stub.http;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** An exchange that is answered from its whole body; for small bodies. */
final class TextExchange implements StubExchange {
    private static final int MAX_BYTES = 1 << 20;

    private final Function<String, StubReply> answer;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private boolean tooLarge;

    TextExchange(Function<String, StubReply> answer) {
        this.answer = answer;
    }

    @Override
    public void body(ByteBuf chunk) {
        tooLarge |= body.size() + chunk.readableBytes() > MAX_BYTES;
        if (!tooLarge) {
            byte[] bytes = new byte[chunk.readableBytes()];
            chunk.getBytes(chunk.readerIndex(), bytes);
            body.writeBytes(bytes);
        }
    }

    @Override
    public StubReply end() {
        return tooLarge
                ? StubReply.error(413, "content_too_long_exception", "the body is above " + MAX_BYTES + " bytes")
                : answer.apply(body.toString(StandardCharsets.UTF_8));
    }
}
