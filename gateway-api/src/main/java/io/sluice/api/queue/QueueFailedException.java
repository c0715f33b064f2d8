package io.sluice.api.queue;

/**
 * A queue takes no records, or cannot read one, until it is opened anew: its store failed, holds damage, or was closed. Records of an
 * append that fails so may have been kept or not.
 */
public final class QueueFailedException extends Exception {

    private static final long serialVersionUID = 1;

    /** @param message for the client and the log: what failed, and where */
    public QueueFailedException(String message) {
        super(message);
    }

    /** @param message for the client and the log: what failed, and where */
    public QueueFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
