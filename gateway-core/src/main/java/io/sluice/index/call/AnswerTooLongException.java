package io.sluice.index.call;

import java.io.IOException;

/** An answer was longer than the bound; a smaller question may do. */
public final class AnswerTooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    AnswerTooLongException(int limit) {
        super("an answer is longer than " + (limit >> 20) + " MiB");
    }
}
