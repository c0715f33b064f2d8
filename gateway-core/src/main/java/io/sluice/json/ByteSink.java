package io.sluice.json;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Reply;

/** Takes the new body of a stage. To be used on the exchange's event loop, during a call of the stage only. */
public interface ByteSink {

    /**
     * Forwards bytes of the chunk that the stage was lent.
     *
     * @param lent the chunk, lent for the call: retain or copy what must outlive the call
     * @param index the first byte's absolute index
     * @param length how many bytes, at least 1
     */
    void relay(ByteBuf lent, int index, int length);

    /** Copies the bytes; the caller may reuse the array when the call returns. */
    void write(byte[] bytes, int offset, int length);

    /** Refuses the body: the only further call of the stage is {@link ByteStage#close}, and it writes nothing more. */
    void refuse(Reply reply);
}
