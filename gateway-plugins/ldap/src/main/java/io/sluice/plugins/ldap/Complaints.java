package io.sluice.plugins.ldap;

import com.unboundid.ldap.sdk.LDAPException;
import io.sluice.api.FilterMeters;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what goes wrong at a directory, and logs it now and then. Thread-safe. */
final class Complaints {

    private static final Logger LOG = LoggerFactory.getLogger(Complaints.class);
    private static final long PAUSE = Duration.ofSeconds(10).toNanos();

    private final FilterMeters.Counter failures;
    private final FilterMeters.Counter unusable;
    private final AtomicLong failureLogged = new AtomicLong(System.nanoTime() - PAUSE);
    private final AtomicLong unusableLogged = new AtomicLong(System.nanoTime() - PAUSE);

    Complaints(FilterMeters meters) {
        this.failures =
                meters.counter("directory_failures", "Checks for which no server of the directory answered well");
        this.unusable =
                meters.counter("unusable_entries", "Checks that were refused because of what the directory said");
    }

    /** No server could be asked, or one said something about itself. */
    void failed(LDAPException problem) {
        failures.increment();
        if (isTime(failureLogged)) {
            LOG.atWarn()
                    .addKeyValue("code", problem.getResultCode())
                    .setCause(problem)
                    .log("the directory cannot be asked");
        }
    }

    void unusable(UnusableEntryException problem) {
        unusable.increment();
        if (isTime(unusableLogged)) {
            LOG.atWarn().setCause(problem).log("a user of the directory is refused");
        }
    }

    private static boolean isTime(AtomicLong logged) {
        long last = logged.get();
        long now = System.nanoTime();
        return now - last >= PAUSE && logged.compareAndSet(last, now);
    }
}
