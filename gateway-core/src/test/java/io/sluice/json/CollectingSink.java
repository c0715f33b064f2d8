package io.sluice.json;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Reply;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Keeps what a stage puts out, and counts the slices. */
public final class CollectingSink implements ByteSink {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int slices;
    private int writes;
    private @Nullable Reply refusal;

    @Override
    public void relay(ByteBuf lent, int index, int length) {
        byte[] copy = new byte[length];
        lent.getBytes(index, copy);
        bytes.writeBytes(copy);
        slices++;
    }

    @Override
    public void write(byte[] source, int offset, int length) {
        bytes.write(source, offset, length);
        writes++;
    }

    @Override
    public void refuse(Reply reply) {
        if (refusal != null) {
            throw new AssertionError("refused twice");
        }
        refusal = reply;
    }

    public byte[] bytes() {
        return bytes.toByteArray();
    }

    public String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    public int slices() {
        return slices;
    }

    public int writes() {
        return writes;
    }

    public boolean isRefused() {
        return refusal != null;
    }

    public Reply refusal() {
        if (refusal == null) {
            throw new AssertionError("not refused: " + text());
        }
        return refusal;
    }

    public String reason() {
        return new String(refusal().body(), StandardCharsets.UTF_8);
    }
}
