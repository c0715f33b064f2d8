package io.sluice.bench.jmh;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Reply;
import io.sluice.json.ByteSink;

/** Counts what comes out. */
final class CountingSink implements ByteSink {
    private long bytes;

    @Override
    public void relay(ByteBuf lent, int index, int length) {
        bytes += length;
    }

    @Override
    public void write(byte[] given, int offset, int length) {
        bytes += length;
    }

    @Override
    public void refuse(Reply reply) {
        throw new IllegalStateException("refused: " + reply);
    }

    long bytes() {
        return bytes;
    }
}
