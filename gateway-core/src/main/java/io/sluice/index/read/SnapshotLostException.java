package io.sluice.index.read;

import java.io.IOException;

/** The server has dropped a point in time or scroll, or it cannot be known where it stands. */
final class SnapshotLostException extends IOException {
    private static final long serialVersionUID = 1L;

    SnapshotLostException(String what, IOException cause) {
        super(what + " was lost while it was read: " + cause.getMessage(), cause);
    }
}
