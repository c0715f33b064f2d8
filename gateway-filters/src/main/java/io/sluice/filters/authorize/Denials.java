package io.sluice.filters.authorize;

import io.sluice.api.Exchange;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.PerValue;
import io.sluice.filters.lines.LogFile;
import io.sluice.filters.lines.LogWriter;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Counts denials, and writes them to the audit log. Shared by all event loops. */
final class Denials {

    private static final Duration WRITE_EVERY = Duration.ofMillis(200);

    private final boolean dryRun;
    private final InstantSource clock;
    private final PerValue<FilterMeters.Counter> denied;
    /** Null unless it is a dry run. */
    private final FilterMeters.@Nullable Counter unjudged;

    private final @Nullable LogWriter audit;
    private final @Nullable AutoCloseable writing;

    Denials(AuthorizeConfig config, FilterContext context) throws IOException {
        this.dryRun = config.dryRun();
        this.clock = context.clock();
        String name = dryRun ? "authorize_would_deny" : "authorize_denied";
        String what = dryRun ? "Requests and items that would be denied" : "Requests and items that were denied";
        this.denied =
                context.meters().perValue("class", EndpointClass.values().length, meters -> meters.counter(name, what));
        this.unjudged = dryRun
                ? context.meters()
                        .counter("authorize_unjudged", "Requests of a dry run that could not be judged, or not whole")
                : null;
        LogFile file = config.audit();
        this.audit = file == null ? null : new LogWriter("audit log", file.sink(), file.queue(), context);
        this.writing = audit == null ? null : context.every(WRITE_EVERY, audit::drain);
    }

    /** Counts and writes a denial; whether it is to be enforced. */
    boolean isEnforced(Denial denial, Exchange exchange) {
        count(denial);
        if (audit != null) {
            audit.offer(new AuditLine(clock.instant(), exchange, denial, dryRun));
        }
        return !dryRun;
    }

    /** Counts a denial that needs no line of its own. */
    void count(Denial denial) {
        denied.of(denial.kind().label()).increment();
    }

    /** Counts what cannot be judged; whether it goes on. */
    boolean letUnjudgedGoOn() {
        if (unjudged != null) {
            unjudged.increment();
        }
        return dryRun;
    }

    /** Writes what waits. */
    void close() {
        try {
            if (writing != null) {
                writing.close();
            }
            if (audit != null) {
                audit.close();
            }
        } catch (Exception e) {
            throw new IllegalStateException("the audit log could not be closed", e);
        }
    }
}
