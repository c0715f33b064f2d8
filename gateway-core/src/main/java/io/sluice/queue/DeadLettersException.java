package io.sluice.queue;

/** Dead letters cannot be read, or not be given back. */
public final class DeadLettersException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message for the operator */
    DeadLettersException(String message) {
        super(message);
    }
}
