package io.sluice.bench.stub.http;

import io.netty.buffer.ByteBuf;
import java.util.function.Supplier;

/** An exchange whose answer does not depend on its body. */
record PlainExchange(Supplier<StubReply> reply) implements StubExchange {
    @Override
    public void body(ByteBuf chunk) {}

    @Override
    public StubReply end() {
        return reply.get();
    }
}
