package io.sluice.plugins.kafkaqueue;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What exceptions of Kafka's clients say. */
final class Causes {

    private Causes() {}

    /** The exception itself, where others are wrapped around it. */
    static Throwable of(Throwable thrown) {
        Throwable cause = thrown.getCause();
        boolean wrapped = thrown instanceof ExecutionException || thrown instanceof CompletionException;
        return wrapped && cause != null ? of(cause) : thrown;
    }

    /** For people: the kind of the failure, and its words. */
    static String text(Throwable thrown) {
        Throwable cause = of(thrown);
        String message = cause.getMessage();
        String kind = cause.getClass().getSimpleName();
        return message == null ? kind : kind + ": " + message;
    }
}
