package io.sluice.json;

import io.netty.buffer.ByteBuf;

/**
 * Changes one body in one direction of one exchange, chunk by chunk. To be used on the exchange's event loop only; may be called
 * while another stage's call is on the stack, so that stages can feed each other.
 */
public interface ByteStage {

    /**
     * Takes the readable bytes of a chunk.
     *
     * @param lent lent for the call, its indices do not change; what is held back is copied
     * @param out takes the new body
     */
    void write(ByteBuf lent, ByteSink out);

    /** The body has ended. Called once, after the last {@link #write}, unless the stage refused or was closed. */
    void end(ByteSink out);

    /** Releases what is held back; nothing else is called afterwards. Idempotent. */
    void close();
}
