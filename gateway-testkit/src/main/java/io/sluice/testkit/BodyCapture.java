package io.sluice.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sluice.api.Reply;
import io.sluice.chain.BodyOutput;
import io.sluice.failure.Failure;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** Copies what leaves a chain, and notes how it ended. For one body, on one thread. */
class BodyCapture implements BodyOutput {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private @Nullable Reply refusal;
    private @Nullable Failure failure;
    private boolean ended;

    @Override
    public void relay(ByteBuf lent, int index, int length) {
        checkOpen();
        bytes.writeBytes(ByteBufUtil.getBytes(lent, index, length));
    }

    @Override
    public void write(byte[] array, int offset, int length) {
        checkOpen();
        bytes.write(array, offset, length);
    }

    private void checkOpen() {
        if (ended || refusal != null || failure != null) {
            throw new AssertionError("something was written after the body's end");
        }
    }

    @Override
    public void refuse(Reply reply) {
        refusal = reply;
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public void end() {
        checkOpen();
        ended = true;
    }

    @Override
    public void fail(Failure problem) {
        failure = problem;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    boolean ended() {
        return ended;
    }

    @Nullable Reply refusal() {
        return refusal;
    }

    @Nullable Failure failure() {
        return failure;
    }

    /** Whether the body cannot go on. */
    boolean stopped() {
        return refusal != null || failure != null;
    }
}
