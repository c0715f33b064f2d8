package io.sluice.config;

import io.sluice.tls.TlsProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The conditions of the compact constructor of one section: all are checked, and all failures are reported together. */
final class Checks {
    private final List<String> failed = new ArrayList<>();

    /** For a section with a single condition. */
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

    void loads(TlsProvider provider) {
        require(provider.loads(), "provider openssl does not load here; auto takes the JDK's TLS in its place");
    }

    /**
     * Ends the checks, or those on which the next ones depend.
     *
     * @throws FailedChecks if a condition failed
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
