package io.sluice.server;

import org.jspecify.annotations.Nullable;

/** A gateway that is stopping takes over no configuration. */
public final class StoppingException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** @param cause what failed because of the stop, if anything did */
    StoppingException(@Nullable Throwable cause) {
        super("the gateway is stopping", cause);
    }
}
