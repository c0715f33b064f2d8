package io.sluice.dist;

/** A test of the server's own suite that does not pass; its message says why. */
final class SuiteFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    SuiteFailure(String message) {
        super(message);
    }
}
