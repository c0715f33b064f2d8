package io.sluice.bench.stub.http;

import io.netty.buffer.ByteBuf;
import java.util.function.Supplier;

/** An exchange whose answer does not depend on its body. */
record PlainExchange(Supplier<Reply> reply) implements Exchange {
    @Override
    public void body(ByteBuf chunk) {}

    @Override
    public Reply end() {
        return reply.get();
    }
}
