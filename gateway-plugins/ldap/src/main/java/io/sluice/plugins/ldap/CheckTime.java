package io.sluice.plugins.ldap;

import io.sluice.api.check.Deadline;
import java.time.Duration;

/**
 * How long a check may take. Immutable.
 *
 * @param deadline when it ends
 * @param timeout what it may take where it need not wait
 */
record CheckTime(Deadline deadline, Duration timeout) {

    /** Whether half of the timeout is left; a server that is too slow for less may be healthy. */
    boolean isFair() {
        return deadline.millis() >= timeout.toMillis() / 2;
    }

    /** Whether nothing is left, or less than what waits are rounded down by. */
    boolean isOver() {
        return deadline.millis() <= 1;
    }
}
