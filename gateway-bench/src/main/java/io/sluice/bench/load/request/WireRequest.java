package io.sluice.bench.load.request;

import io.netty.buffer.ByteBuf;

/** A request as it goes over a connection. */
public interface WireRequest {
    /** Head and body; owned by the request, a connection writes a retained duplicate. */
    ByteBuf wire();

    /** Whether the answer has no body whatever its head says. */
    boolean head();
}
