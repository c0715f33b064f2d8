package io.sluice.api;

import java.io.IOException;

/** A cluster's answer is longer than whoever asked wanted to hold. */
public final class AnswerTooLongException extends IOException {

    private static final long serialVersionUID = 1L;

    /** @param message for the operator; quotes nothing of the answer */
    public AnswerTooLongException(String message) {
        super(message);
    }
}
