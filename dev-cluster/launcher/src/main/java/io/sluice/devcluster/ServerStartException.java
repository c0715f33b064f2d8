package io.sluice.devcluster;

/** A server is not there, does not start, or does not turn green in time. The message ends with the last lines of the server's log. */
public final class ServerStartException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ServerStartException(String message) {
        super(message);
    }
}
