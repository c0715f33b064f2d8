package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BodySink;
import io.sluice.api.BodyTransform;
import io.sluice.api.Reply;
import io.sluice.json.ByteSink;
import io.sluice.json.ByteStage;
import java.util.Objects;

/** A filter's transform of bytes as a stage. On one event loop, for one body. */
final class TransformStage implements ByteStage {
    private final BodyTransform transform;

    TransformStage(BodyTransform transform) {
        this.transform = transform;
    }

    @Override
    public void write(ByteBuf lent, ByteSink out) {
        transform.onChunk(lent.asReadOnly(), new Sink(out));
    }

    @Override
    public void end(ByteSink out) {
        transform.onEnd(new Sink(out));
    }

    @Override
    public void close() {}

    /** Writes through to a stage's sink. */
    private record Sink(ByteSink out) implements BodySink {
        @Override
        public void relay(ByteBuf lent) {
            if (lent.isReadable()) {
                out.relay(lent, lent.readerIndex(), lent.readableBytes());
            }
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            out.write(bytes, offset, length);
        }

        @Override
        public void refuse(Reply reply) {
            out.refuse(Objects.requireNonNull(reply, "the reply is null"));
        }
    }
}
