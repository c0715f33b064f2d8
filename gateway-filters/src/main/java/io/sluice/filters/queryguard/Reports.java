package io.sluice.filters.queryguard;

import io.sluice.api.Exchange;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import io.sluice.api.PerValue;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs what rules find. Nothing of a document or a query is logged. Shared by all event loops. */
final class Reports {

    private static final Logger LOG = LoggerFactory.getLogger(Reports.class);

    /** The tag of requests that cannot be read. */
    static final String UNREADABLE = "unreadable";

    /** More lines in a minute say nothing new. */
    private static final int LINES_A_MINUTE = 10;

    private static final long MINUTE = 60_000;

    private final PerValue<Meters> meters;
    private final InstantSource clock;
    private final AtomicLong minute = new AtomicLong();
    private final AtomicInteger lines = new AtomicInteger();

    private record Meters(FilterMeters.Counter denied, FilterMeters.Counter capped, FilterMeters.Counter logged) {
        Meters(FilterMeters meters) {
            this(
                    meters.counter("guard_denied_requests", "Requests that a rule denied"),
                    meters.counter("guard_capped_values", "Values that a rule changed to its limit"),
                    meters.counter("guard_logged_values", "Values that broke a rule that only logs"));
        }
    }

    Reports(FilterContext context) {
        this.meters = context.meters().perValue("rule", Kind.values().length + 1, Meters::new);
        this.clock = context.clock();
    }

    void denied(String rule) {
        meters.of(rule).denied.increment();
    }

    void capped(Kind kind) {
        meters.of(kind.label()).capped.increment();
    }

    void logged(Rules.Numbered rule, long value, Exchange exchange) {
        Kind kind = rule.rule().kind();
        meters.of(kind.label()).logged.increment();
        if (mayLog()) {
            LOG.atInfo()
                    .addKeyValue("request", exchange.id())
                    .addKeyValue("flow", exchange.flow())
                    .addKeyValue("rule", rule.toString())
                    .addKeyValue("value", value)
                    .addKeyValue("limit", rule.rule().limit())
                    .log("a search breaks a rule of the query guard that only logs");
        }
    }

    void unread(Supplier<String> why, Exchange exchange) {
        meters.of(UNREADABLE).logged.increment();
        if (mayLog()) {
            LOG.atInfo()
                    .addKeyValue("request", exchange.id())
                    .addKeyValue("flow", exchange.flow())
                    .log("the query guard cannot read a search, and its rules only log: {}", why.get());
        }
    }

    private boolean mayLog() {
        long now = clock.millis() / MINUTE;
        long last = minute.get();
        if (now != last && minute.compareAndSet(last, now)) {
            lines.set(0);
        }
        return lines.incrementAndGet() <= LINES_A_MINUTE;
    }
}
