package io.sluice.upstream;

import io.netty.channel.Channel;

/**
 * Writes to a channel, and keeps what it calls back about apart from the calls that cause it: writing and flushing can find out that a
 * connection is broken, or takes more or less, and Netty says so before the call returns. Whoever wrote would be ended, or go on, amid
 * its own work. On the channel's event loop.
 */
public final class ChannelCalls {
    private final Channel channel;
    /** A call into the channel is on the stack. */
    private boolean inside;

    public ChannelCalls(Channel channel) {
        this.channel = channel;
    }

    /** Writes a part, which is given away. */
    public void write(Object part) {
        boolean outer = inside;
        inside = true;
        channel.write(part, channel.voidPromise());
        inside = outer;
    }

    /** Flushes what was written. */
    public void flush() {
        boolean outer = inside;
        inside = true;
        channel.flush();
        inside = outer;
    }

    /** Runs what the channel calls back about: now, or in a task of its own if a call is on the stack. */
    public void callBack(Runnable work) {
        if (inside) {
            channel.eventLoop().execute(work);
        } else {
            work.run();
        }
    }
}
