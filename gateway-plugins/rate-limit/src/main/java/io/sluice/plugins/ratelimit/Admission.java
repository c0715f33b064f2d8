package io.sluice.plugins.ratelimit;

import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes what one request needs, limit by limit. If one refuses, or the request ends while it waits, what the others gave is given back:
 * a request that does not go on costs nothing. For one exchange; runs on its event loop.
 */
final class Admission {

    private final List<Wanted> wanted;
    private final WaitingRoom forTokens;
    private final WaitingRoom forAnswers;
    private final Function<List<Grant>, RequestPlan> admitted;
    private final List<Grant> grants = new ArrayList<>(4);
    /** What the request waits for; null if it does not wait. */
    private @Nullable CompletableFuture<Grant> awaited;

    /**
     * An admission.
     *
     * @param forTokens where requests wait until a bucket has filled
     * @param forAnswers where they wait until Redis has told whether a bucket has what they need
     * @param admitted makes the plan of a request that has all its tokens
     */
    Admission(
            List<Wanted> wanted,
            WaitingRoom forTokens,
            WaitingRoom forAnswers,
            Function<List<Grant>, RequestPlan> admitted) {
        this.wanted = wanted;
        this.forTokens = forTokens;
        this.forAnswers = forAnswers;
        this.admitted = admitted;
    }

    RequestPlan proceed() {
        while (grants.size() < wanted.size()) {
            Wanted next = wanted.get(grants.size());
            ActiveLimit limit = next.limit();
            if (next.tokens() > limit.limit().burst()) {
                return refused(limit, limit.refusals().tooLarge());
            }
            Grant grant = limit.buckets().takeNow(next.key(), next.tokens());
            if (grant == null) {
                return later(next, forAnswers, 0);
            }
            if (mayWait(limit, grant)) {
                return delayed(next);
            }
            if (!grant.isGranted()) {
                return refused(limit, grant);
            }
            grants.add(grant);
        }
        return admitted.apply(grants);
    }

    private static boolean mayWait(ActiveLimit limit, Grant grant) {
        return grant.outcome() == Grant.Outcome.REFUSED && grant.waitNanos() <= delayNanos(limit);
    }

    private static long delayNanos(ActiveLimit limit) {
        return limit.limit().config().delay().toNanos();
    }

    private RequestPlan delayed(Wanted next) {
        return later(next, forTokens, delayNanos(next.limit()));
    }

    private RequestPlan later(Wanted next, WaitingRoom room, long patienceNanos) {
        ActiveLimit limit = next.limit();
        if (!room.enter(next)) {
            return refused(limit, Refusals.tooManyWait());
        }
        boolean delays = room == forTokens;
        if (delays) {
            limit.delayed().increment();
        }
        CompletableFuture<Grant> granted = limit.buckets()
                .takeLater(next.key(), next.tokens(), patienceNanos)
                .whenComplete((grant, failure) -> room.leave(next));
        awaited = granted;
        return new RequestPlan.Later<>(granted, grant -> {
            awaited = null;
            if (!delays && mayWait(limit, grant)) {
                return delayed(next);
            }
            if (!grant.isGranted()) {
                return refused(limit, grant);
            }
            grants.add(grant);
            return proceed();
        });
    }

    private RequestPlan refused(ActiveLimit limit, Grant grant) {
        Reply reply = grant.outcome() == Grant.Outcome.AWAY
                ? Refusals.away()
                : limit.refusals().exceeded(grant);
        return refused(limit, reply);
    }

    /** The exchange is over: if the request still waited, it gives back what it has, and what it gets too late. */
    void end() {
        if (awaited != null) {
            Wanted next = wanted.get(grants.size());
            awaited.whenComplete((grant, failure) -> {
                if (grant != null && grant.isGranted()) {
                    next.giveBack();
                }
            });
            giveBack();
        }
    }

    private RequestPlan refused(ActiveLimit limit, Reply reply) {
        limit.refused().increment();
        giveBack();
        return RequestPlan.answer(reply);
    }

    private void giveBack() {
        for (int i = 0; i < grants.size(); i++) {
            wanted.get(i).giveBack();
        }
    }
}
