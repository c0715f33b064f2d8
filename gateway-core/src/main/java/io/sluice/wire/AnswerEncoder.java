package io.sluice.wire;

import io.netty.channel.ChannelOutboundHandler;

/** Writes answers in the form that a client's connection has. On one event loop, for one connection or stream. */
public interface AnswerEncoder extends ChannelOutboundHandler {

    /**
     * Must be called before each head.
     *
     * @param headRequest whether that answers a HEAD request, so that no body follows
     */
    void nextAnswers(boolean headRequest);

    /** Whether another answer may follow the one that has ended. */
    boolean mayContinue();
}
