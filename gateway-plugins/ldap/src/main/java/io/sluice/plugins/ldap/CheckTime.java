package io.sluice.plugins.ldap;

import io.sluice.api.check.Deadline;
import java.time.Duration;

/**
 * How long a check may take. Immutable.
 *
 * @param deadline when it ends
 * @param fair whether half of the timeout was left when it began; otherwise a server that is too slow for it may be healthy
 */
record CheckTime(Deadline deadline, boolean fair) {

    /** The time of a check that begins now. */
    static CheckTime until(Deadline deadline, Duration timeout) {
        return new CheckTime(deadline, deadline.millis() >= timeout.toMillis() / 2);
    }

    boolean isOver() {
        return deadline.isOver();
    }
}
