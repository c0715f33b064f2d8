package io.sluice.api.queue;

/**
 * A queue has no room for records. None of them was kept, so that the client may send them again later. It has no stack trace,
 * since it is made for every request while a queue is full.
 */
public final class QueueFullException extends Exception {

    private static final long serialVersionUID = 1;

    /** @param message for the client and the log: which bound was met */
    public QueueFullException(String message) {
        super(message, null, false, false);
    }
}
