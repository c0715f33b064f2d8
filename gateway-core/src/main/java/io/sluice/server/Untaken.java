package io.sluice.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.WriteBufferWaterMark;
import io.sluice.exchange.ClientPort;
import io.sluice.upstream.Deadline;

/**
 * Sees whether a client takes what was written to its channel: a connection, or a stream of one, whose frames count until they are taken
 * whole. What the kernel has taken counts as taken. On the channel's event loop.
 */
final class Untaken {
    private final Channel channel;
    private final Deadline deadline;
    private long nanos;
    private long before;

    /** @param deadline of the client, which others set, too */
    Untaken(Channel channel, Deadline deadline) {
        this.channel = channel;
        this.deadline = deadline;
    }

    /** How many bytes the client has not taken. */
    long bytes() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        if (buffer != null) {
            return buffer.totalPendingWriteBytes() - buffer.currentProgress();
        }
        WriteBufferWaterMark marks = channel.config().getWriteBufferWaterMark();
        return channel.isWritable()
                ? marks.high() + 1 - channel.bytesBeforeUnwritable()
                : marks.low() - 1 + channel.bytesBeforeWritable();
    }

    /** Sets the deadline, which moves as long as the client takes something. */
    void await(long withinNanos) {
        nanos = withinNanos;
        before = bytes();
        deadline.set(System.nanoTime() + nanos);
    }

    /** Moves the deadline, which has passed, if the client took something since it was set; returns whether it did. */
    boolean moves() {
        long now = bytes();
        if (before - now < ClientPort.LEAST_MOVED) {
            return false;
        }
        before = now;
        deadline.set(System.nanoTime() + nanos);
        return true;
    }
}
