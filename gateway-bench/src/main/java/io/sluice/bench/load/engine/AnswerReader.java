package io.sluice.bench.load.engine;

import io.netty.buffer.ByteBuf;
import io.sluice.bench.load.result.Outcome;

/** Reads one answer while it arrives. Used on one event loop. */
public interface AnswerReader {
    /** Takes in a piece of the body, which is only lent. */
    void body(ByteBuf piece);

    /** The answer is whole; {@code nanos} is the time since the request was due. */
    Outcome end(long nanos);
}
