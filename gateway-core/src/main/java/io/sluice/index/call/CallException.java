package io.sluice.index.call;

import java.io.IOException;

/** A request that a cluster refused for good. */
public final class CallException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;

    CallException(String asked, Answer answer) {
        super(asked + " was answered with status " + answer.status()
                + (answer.reason().isEmpty() ? "" : ": " + answer.reason()));
        this.status = answer.status();
    }

    /** The status of the answer. */
    public int status() {
        return status;
    }
}
