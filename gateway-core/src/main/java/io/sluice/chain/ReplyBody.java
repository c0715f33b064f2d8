package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sluice.api.Reply;
import io.sluice.json.ByteSink;
import io.sluice.json.ByteStage;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** Carries the body of an answer that is complete already through one stage. For one thread. */
final class ReplyBody implements ByteSink {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private @Nullable Reply refusal;

    private ReplyBody() {}

    /** The same answer with the body as the stage left it, or what the stage answered instead. */
    static Reply through(ByteStage stage, Reply reply) {
        ReplyBody sink = new ReplyBody();
        stage.write(Unpooled.wrappedBuffer(reply.body()), sink);
        if (sink.refusal == null) {
            stage.end(sink);
        }
        stage.close();
        return sink.refusal == null ? new Reply(reply.status(), reply.headers(), sink.out.toByteArray()) : sink.refusal;
    }

    @Override
    public void relay(ByteBuf lent, int index, int length) {
        out.writeBytes(ByteBufUtil.getBytes(lent, index, length));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        out.write(bytes, offset, length);
    }

    @Override
    public void refuse(Reply reply) {
        refusal = reply;
    }
}
