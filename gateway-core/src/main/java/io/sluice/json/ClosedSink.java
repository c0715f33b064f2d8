package io.sluice.json;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Reply;

/** Takes the place of a sink while none is lent: writing to it is a bug. */
enum ClosedSink implements ByteSink {
    INSTANCE;

    @Override
    public void relay(ByteBuf lent, int index, int length) {
        throw new IllegalStateException("no chunk is lent");
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        throw new IllegalStateException("no sink is lent");
    }

    @Override
    public void refuse(Reply reply) {
        throw new IllegalStateException("no sink is lent");
    }
}
