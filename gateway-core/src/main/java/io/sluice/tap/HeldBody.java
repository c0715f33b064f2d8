package io.sluice.tap;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sluice.wire.KeptBytes;
import java.util.List;

/** A body that is held beside its way as long as there is room. For one thread at a time. */
public final class HeldBody implements AutoCloseable {
    private final HeldMemory memory;
    private final KeptBytes kept = new KeptBytes();
    private final long longest;
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
        if (kept.bytes() + part.readableBytes() > longest || !memory.take(part.readableBytes())) {
            close();
            return;
        }
        kept.add(part);
    }

    /** Whether it is not held as a whole. */
    public boolean isLost() {
        return lost;
    }

    /** How many bytes are held. */
    public long length() {
        return kept.bytes();
    }

    /** The parts, for the caller to release; their memory counts until {@link #close}. */
    public List<ByteBuf> retainedParts() {
        return kept.copies();
    }

    /** The bytes, copied. */
    public byte[] bytes() {
        return ByteBufUtil.getBytes(
                Unpooled.wrappedUnmodifiableBuffer(kept.parts().toArray(ByteBuf[]::new)));
    }

    /** Holds nothing any longer; idempotent. */
    @Override
    public void close() {
        lost = true;
        memory.giveBack(kept.bytes());
        kept.close();
    }
}
