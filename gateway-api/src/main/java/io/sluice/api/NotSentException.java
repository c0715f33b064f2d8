package io.sluice.api;

import java.io.IOException;

/** A request to a cluster was not sent, for certain: no node took a connection. */
public final class NotSentException extends IOException {

    private static final long serialVersionUID = 1L;

    /** @param message for the operator */
    public NotSentException(String message, Throwable cause) {
        super(message, cause);
    }
}
