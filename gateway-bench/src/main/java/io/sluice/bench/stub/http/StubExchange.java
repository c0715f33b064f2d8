package io.sluice.bench.stub.http;

import io.netty.buffer.ByteBuf;

/** One request's body and answer. Used on the connection's event loop; ended by exactly one of {@code end, discard}. */
public interface StubExchange {
    /** Takes in a piece of the body, which is only lent. */
    void body(ByteBuf chunk);

    /** The body is whole; answers it. */
    StubReply end();

    /** The connection or the request is lost: releases what is held. */
    default void discard() {}
}
