package io.sluice.upstream;

import io.netty.channel.EventLoop;

/**
 * Keeps what a channel calls back about apart from the calls that cause it: writing and flushing can find out that a connection is
 * broken, or takes more or less, and Netty says so before the call returns. Whoever wrote would be ended, or go on, amid its own
 * work. On one event loop.
 */
public final class ChannelCalls {
    private final EventLoop loop;
    /** A call into the channel is on the stack. */
    private boolean inside;

    public ChannelCalls(EventLoop loop) {
        this.loop = loop;
    }

    /**
     * A call into the channel begins.
     *
     * @return what {@link #end} is to be given
     */
    public boolean begin() {
        boolean outer = inside;
        inside = true;
        return outer;
    }

    /** The call has returned. */
    public void end(boolean outer) {
        inside = outer;
    }

    /** Runs what the channel calls back about: now, or in a task of its own if a call is on the stack. */
    public void callBack(Runnable work) {
        if (inside) {
            loop.execute(work);
        } else {
            work.run();
        }
    }
}
