package io.sluice.bench.jmh;

import io.netty.buffer.ByteBuf;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.json.ByteSink;
import io.sluice.json.JsonLimits;
import io.sluice.json.JsonRewriter;

/** Counts what comes out of a JSON rewriter. */
public final class CountingSink implements ByteSink {
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

    /** How many bytes have come out when a body has been edited, too; the buffer stays the caller's. */
    public long rewritten(ByteBuf body, JsonVisitor visitor) {
        JsonRewriter rewriter = new JsonRewriter(visitor, JsonLimits.DEFAULT);
        rewriter.write(body, this);
        rewriter.end(this);
        rewriter.close();
        return bytes;
    }
}
