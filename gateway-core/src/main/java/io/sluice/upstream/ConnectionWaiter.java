package io.sluice.upstream;

import io.sluice.failure.Failure;

/** Who waits for a connection. Exactly one method is called, once, on the event loop, unless the wait is cancelled before. */
public interface ConnectionWaiter extends Guarded {

    /** The connection is the waiter's until it is released or aborted. May be called while it is being asked for. */
    void onConnection(UpstreamConnection connection);

    /** There is no connection; nothing was sent. Never called while it is being asked for. */
    void onNoConnection(UpstreamNode node, Failure failure);
}
