package io.sluice.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sluice.chain.DrivenBody;
import java.io.ByteArrayOutputStream;

/** Copies what leaves a chain. For one body, on one thread. */
final class BodyCapture extends DrivenBody {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

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
        if (ended() || stopped()) {
            throw new AssertionError("something was written after the body's end");
        }
    }

    @Override
    public void end() {
        checkOpen();
        super.end();
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
