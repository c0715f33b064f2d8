package io.sluice.cluster;

import java.io.IOException;

/** A node answered with another status than 200. */
final class UnexpectedStatusException extends IOException {
    private static final long serialVersionUID = 1;

    private final int status;

    UnexpectedStatusException(String asked, int status) {
        super(asked + " was answered with " + status);
        this.status = status;
    }

    int status() {
        return status;
    }
}
