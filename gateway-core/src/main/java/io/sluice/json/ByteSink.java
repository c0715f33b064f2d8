package io.sluice.json;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Reply;

/** Where a stage puts the new body. To be used on the exchange's event loop, during a call of the stage only. */
public interface ByteSink {

    /**
     * Forwards bytes of the chunk that the stage was lent.
     *
     * @param lent the chunk, lent for the call: retain or copy what is to outlive it
     * @param index the first byte's absolute index
     * @param length how many bytes, at least 1
     */
    void relay(ByteBuf lent, int index, int length);

    /** Takes a copy of the bytes; the array is the caller's again when the call returns. */
    void write(byte[] bytes, int offset, int length);

    /** The body is refused: the stage gets no further call but {@link ByteStage#close}, and puts nothing more here. */
    void refuse(Reply reply);
}
