package io.sluice.index.read;

import io.sluice.index.call.Server;

/** How a server holds a shard still while its tail is read. */
public enum SnapshotKind {
    /** A point in time where the server has it, else a scroll. */
    AUTO,
    /** A point in time. */
    PIT,
    /** A scroll, for servers without points in time. */
    SCROLL;

    /** The kind to try at a server. */
    SnapshotKind at(Server server) {
        if (this != AUTO) {
            return this;
        }
        return server.elasticsearchSince(7, 10) || server.openSearchSince(2, 4) ? PIT : SCROLL;
    }
}
