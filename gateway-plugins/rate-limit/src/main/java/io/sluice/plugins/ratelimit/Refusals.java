package io.sluice.plugins.ratelimit;

import io.sluice.api.BulkItemPlan;
import io.sluice.api.Headers;
import io.sluice.api.Reply;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What clients are told of a limit: answers in Elasticsearch's shape, and the headers of the IETF draft
 * {@code draft-ietf-httpapi-ratelimit-headers}. Immutable.
 */
final class Refusals {

    static final String POLICY = "RateLimit-Policy";
    static final String STATE = "RateLimit";
    private static final String REJECTED = "es_rejected_execution_exception";
    private static final int TOO_MANY_REQUESTS = 429;

    private static final Reply AWAY = Reply.error(
                    503, "sluice_limits_unavailable", "the limits of requests cannot be looked up at present")
            .withHeader("Retry-After", "1");
    private static final Reply TOO_MANY_WAIT = Reply.busy("too many requests wait for their limits", 1);

    private final Limit limit;
    private final boolean toldOfLimits;
    private final String policy;
    private final Reply exceeded;
    private final Reply tooLarge;
    private final BulkItemPlan item;

    Refusals(Limit limit, ToldIn headers) {
        this.limit = limit;
        this.toldOfLimits = headers != ToldIn.NONE;
        String what = limit.config().of().name().toLowerCase(Locale.ROOT);
        String reason = "limit [" + limit.name() + "] of " + what + " is exceeded, which is "
                + limit.config().rate();
        this.policy = policy();
        this.exceeded = Reply.error(TOO_MANY_REQUESTS, REJECTED, reason);
        this.tooLarge = Reply.error(
                413,
                "content_too_long_exception",
                "the request has more " + what + " than limit [" + limit.name() + "] ever lets through, which is "
                        + limit.burst());
        this.item = new BulkItemPlan.Reject(TOO_MANY_REQUESTS, REJECTED, reason);
    }

    private String policy() {
        long window = seconds(limit.rate().nanosFor(limit.burst()));
        String unit = limit.config().of() == Counted.BYTES ? ";qu=\"content-bytes\"" : "";
        return "\"" + limit.name() + "\";q=" + limit.burst() + unit + ";w=" + window;
    }

    private static long seconds(long nanos) {
        return Math.max(1, Math.ceilDiv(nanos, TimeUnit.SECONDS.toNanos(1)));
    }

    /** The gateway cannot say whether there are tokens. */
    static Reply away() {
        return AWAY;
    }

    /** There are tokens to come, but too many wait for theirs. */
    static Reply tooManyWait() {
        return TOO_MANY_WAIT;
    }

    /** The tokens of now do not do. */
    Reply exceeded(Grant grant) {
        String retryAfter = Long.toString(seconds(grant.waitNanos()));
        Headers headers = exceeded.headers().with("Retry-After", retryAfter);
        if (toldOfLimits) {
            headers = headers.with(POLICY, policy).with(STATE, state(grant));
        }
        return new Reply(exceeded.status(), headers, exceeded.body());
    }

    /** No bucket ever holds as many tokens. */
    Reply tooLarge() {
        return tooLarge;
    }

    /** The refusal of a bulk's item. */
    BulkItemPlan item() {
        return item;
    }

    /** The limit, as a member of the header {@link #POLICY}. */
    String asPolicy() {
        return policy;
    }

    /** What is left of it, as a member of the header {@link #STATE}. */
    String state(Grant grant) {
        long until = grant.isGranted()
                ? limit.rate().nanosFor(Math.max(0, limit.burst() - grant.remaining()))
                : grant.waitNanos();
        return "\"" + limit.name() + "\";r=" + grant.remaining() + ";t=" + seconds(until);
    }
}
