package io.sluice.exchange;

import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.metrics.InternalErrors;
import io.sluice.upstream.Guarded;

/** How an exchange ends whose own code threw: as any failure does, or where that throws as well step by step. On its event loop. */
final class BugEnd {
    private static final Failure FAILURE =
            Failure.of(FailureKind.INTERNAL, "the gateway failed at this request; its log says where");

    private final InternalErrors errors;
    private final ExchangeFacts facts;
    private boolean threw;

    BugEnd(InternalErrors errors, ExchangeFacts facts) {
        this.errors = errors;
        this.facts = facts;
    }

    /** Reports an exception; returns true the first time, so that the exchange may try to end as after a failure. */
    boolean isFirst(Throwable thrown) {
        boolean first = !threw;
        threw = true;
        errors.report(what(), facts.id(), thrown);
        return first;
    }

    private String what() {
        return "an exchange of flow " + facts.flow();
    }

    Failure failure() {
        return FAILURE;
    }

    /** Takes each step, even if one before it failed. */
    void takeAll(Runnable... steps) {
        Guarded reporting = thrown -> errors.report("the end of " + what(), facts.id(), thrown);
        for (Runnable step : steps) {
            Guarded.enter(reporting, step, (any, it) -> it.run());
        }
    }
}
