package io.sluice.upstream;

import io.sluice.failure.Failure;

/** Who asked for a connection to a node: told how its opening and its uses end. Called on its event loop. */
interface ConnectionOwner {

    /** Where the connection leads. */
    UpstreamNode node();

    /** The connection has been opened, and is nobody's yet. Throws nothing. */
    void connected(UpstreamConnection connection);

    /** The connection was not opened. What is the node's fault has been counted against it. */
    void notOpened(Failure failure);

    /** The user is done with the connection, which can take another request. */
    void released(UpstreamConnection connection);

    /**
     * The connection was closed by either side; told once.
     *
     * @param inUse whether it was taken for a request and not released since
     */
    void closed(UpstreamConnection connection, boolean inUse);
}
