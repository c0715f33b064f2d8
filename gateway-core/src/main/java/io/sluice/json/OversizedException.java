package io.sluice.json;

/** A visitor asked for the text of a string that is too long to be decoded; the editor turns it into a refusal. */
final class OversizedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OversizedException() {
        super("the string is longer than what is decoded", null, false, false);
    }
}
