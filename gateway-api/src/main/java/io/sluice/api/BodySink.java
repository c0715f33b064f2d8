package io.sluice.api;

import io.netty.buffer.ByteBuf;

/** Where a transform writes the new body. It keeps nothing of what it is lent: a filter has no buffer to release. */
public interface BodySink {

    /** Writes the readable bytes of a buffer that was lent to the transform, without copying them; its indices stay. */
    void relay(ByteBuf lent);

    /** Writes a copy of the bytes. */
    void write(byte[] bytes, int offset, int length);

    /** Writes a copy of the bytes. */
    default void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    /** Ends the exchange with an answer, if the head of the other side has not gone out yet; otherwise closes the connection. */
    void refuse(Reply reply);
}
