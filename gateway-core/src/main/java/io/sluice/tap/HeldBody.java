package io.sluice.tap;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/** A body that is held beside its way, without a copy of its bytes, as long as there is room. For one thread at a time. */
public final class HeldBody implements AutoCloseable {
    private final HeldMemory memory;
    private final List<ByteBuf> parts = new ArrayList<>();
    private final long longest;
    private long length;
    private boolean lost;

    /** @param longest a longer body is not held */
    public HeldBody(HeldMemory memory, long longest) {
        this.memory = memory;
        this.longest = longest;
    }

    /** Holds a part, which stays the caller's. Without room for it nothing of the body is held any longer. */
    public void add(ByteBuf part) {
        if (lost || !part.isReadable()) {
            return;
        }
        if (length + part.readableBytes() > longest || !memory.take(part.readableBytes())) {
            close();
            return;
        }
        length += part.readableBytes();
        parts.add(part.retainedSlice());
    }

    /** Whether it is not held as a whole. */
    public boolean isLost() {
        return lost;
    }

    /** How many bytes are held. */
    public long length() {
        return length;
    }

    /** The parts, for the caller to release; their memory counts until {@link #close}. */
    public List<ByteBuf> retainedParts() {
        return parts.stream().map(ByteBuf::retainedDuplicate).toList();
    }

    /** The bytes, copied. */
    public byte[] bytes() {
        return ByteBufUtil.getBytes(Unpooled.wrappedUnmodifiableBuffer(parts.toArray(ByteBuf[]::new)));
    }

    /** Holds nothing any longer; idempotent. */
    @Override
    public void close() {
        lost = true;
        parts.forEach(ByteBuf::release);
        parts.clear();
        memory.giveBack(length);
        length = 0;
    }
}
