package io.sluice.index.call;

import java.io.IOException;

/** A request that a cluster refused for good. */
public final class CallException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String reason;

    CallException(String asked, Answer answer) {
        super(asked + " was answered with status " + answer.status()
                + (answer.reason().isEmpty() ? "" : ": " + answer.reason()));
        this.status = answer.status();
        this.reason = answer.reason();
    }

    /** The status of the answer. */
    public int status() {
        return status;
    }

    /** The server's words; may be empty. */
    public String reason() {
        return reason;
    }
}
