package io.sluice.styles.trial;

import java.io.IOException;

/** The server did not do what it was asked to do. */
public final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    public RefusedException(String message) {
        super(message);
    }
}
