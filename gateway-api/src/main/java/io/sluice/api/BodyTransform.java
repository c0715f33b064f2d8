package io.sluice.api;

import io.netty.buffer.ByteBuf;

/** Changes a body as bytes, chunk by chunk, for one exchange. Runs on the exchange's event loop; must not block. */
public interface BodyTransform {

    /**
     * Takes a chunk of the body.
     *
     * @param chunk lent for the call; what is to be kept must be copied
     * @param sink where the new body goes
     */
    void onChunk(ByteBuf chunk, BodySink sink);

    /**
     * The body has ended; called exactly once unless the exchange fails, also for an empty body. Not called for an answer that cannot have
     * a body: one to HEAD, a 204 or a 304. What has to happen for each exchange belongs into {@link Filter#onComplete}.
     */
    default void onEnd(BodySink sink) {}
}
