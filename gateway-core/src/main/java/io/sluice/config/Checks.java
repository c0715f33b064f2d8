package io.sluice.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The conditions that the compact constructor of one section has: all are looked at, and all that fail are told together. */
final class Checks {
    private final List<String> failed = new ArrayList<>();

    /** Where a section has one condition only. */
    static void check(boolean condition, String message) {
        Checks only = new Checks();
        only.require(condition, message);
        only.done();
    }

    void require(boolean condition, String message) {
        if (!condition) {
            failed.add(message);
        }
    }

    void atLeast(long minimum, long value, String key) {
        require(value >= minimum, key + " must be at least " + minimum + ", is " + value);
    }

    void positive(Duration value, String key) {
        require(value.isPositive(), key + " must be longer than 0, is " + value);
    }

    /**
     * Ends the checks, or those that the next ones rely on.
     *
     * @throws FailedChecks where a condition failed
     */
    void done() {
        if (!failed.isEmpty()) {
            throw new FailedChecks(failed);
        }
    }

    /** All that is wrong with one section; each message is a problem of its own. */
    static final class FailedChecks extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        private final transient List<String> messages;

        private FailedChecks(List<String> messages) {
            super(String.join("; ", messages));
            this.messages = List.copyOf(messages);
        }

        /** In the order of the checks; at least one. */
        List<String> messages() {
            return messages;
        }
    }
}
