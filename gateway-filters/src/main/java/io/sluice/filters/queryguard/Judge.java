package io.sluice.filters.queryguard;

import io.sluice.api.Exchange;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.Reply;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Applies the rules of one request to what it asks for. For one exchange; on its event loop. */
final class Judge {

    private final Rules rules;
    private final Reports reports;
    private final Exchange exchange;
    private final BitSet logged = new BitSet();

    Judge(Rules rules, Reports reports, Exchange exchange) {
        this.rules = rules;
        this.reports = reports;
        this.exchange = exchange;
    }

    Rules rules() {
        return rules;
    }

    boolean watches(Kind kind) {
        return rules.has(kind);
    }

    /**
     * The reply to a request with a value that a rule denies; null if none does. Counts and logs what the rules say.
     *
     * @param place where the value stands, for the client; asked for a refusal only, as it may be long
     */
    @Nullable Reply refusal(Kind kind, long value, Supplier<String> place) {
        for (Rules.Numbered each : rules.of(kind)) {
            if (each.rule().isBrokenBy(value)) {
                Reply reply = broken(each, value, place);
                if (reply != null) {
                    return reply;
                }
            }
        }
        return null;
    }

    /** The same for a value of a body. */
    @Nullable JsonEdit refusing(Kind kind, long value, JsonCursor at) {
        return GuardVisitor.edit(refusal(kind, value, at::place));
    }

    /** The least limit of the rules that cap a value; the value itself if none does. */
    long capped(Kind kind, long value) {
        long least = value;
        for (Rules.Numbered each : rules.of(kind)) {
            if (each.rule().action() == Action.CAP && each.rule().isBrokenBy(value)) {
                least = Math.min(least, each.rule().limit());
            }
        }
        if (least != value) {
            reports.capped(kind);
        }
        return least;
    }

    /** The least limit of the rules that do more than log; {@link Long#MAX_VALUE} if there is none. */
    long enforced(Kind kind) {
        return rules.of(kind).stream()
                .filter(each -> each.rule().action() != Action.LOG)
                .mapToLong(each -> each.rule().limit())
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** The reply to a request that uses a script; null if no rule denies it. */
    @Nullable Reply script(@Nullable String stored, Supplier<String> place) {
        for (Rules.Numbered each : rules.of(Kind.SCRIPTS)) {
            if (stored == null || !each.rule().allowedScripts().contains(stored)) {
                Reply reply = broken(each, 1, place);
                if (reply != null) {
                    return reply;
                }
            }
        }
        return null;
    }

    /**
     * The reply to a request with a query or an aggregation of a type; null if no rule denies it.
     *
     * @param names what a rule says of queries or of aggregations
     */
    @Nullable Reply type(Function<GuardRule.Types, List<String>> names, @Nullable String type, Supplier<String> place) {
        for (Rules.Numbered each : rules.of(Kind.TYPES)) {
            if (names.apply((GuardRule.Types) each.rule()).contains(type)) {
                Reply reply = broken(each, 1, place);
                if (reply != null) {
                    return reply;
                }
            }
        }
        return null;
    }

    /**
     * The reply to a request with a value beyond its bound; null if no rule denies it.
     *
     * @param bound for people, such as {@code at most 5}
     */
    @Nullable Reply beyond(String bound, Supplier<String> place) {
        return harmful(() -> place.get() + " must be " + bound + ", since more of it can end a node");
    }

    /** The reply to a request with a value that is no object where servers would look for the end of one for ever; null if no rule denies it. */
    @Nullable Reply endless(Supplier<String> place) {
        return harmful(() -> place.get() + " must be an object, since servers never come to the end of anything else");
    }

    /** The reply to a request with null where some servers end at it; null if no rule denies it. */
    @Nullable Reply missing(Supplier<String> place) {
        return harmful(() -> place.get() + " must not be null, since some nodes end at it");
    }

    private @Nullable Reply harmful(Supplier<String> what) {
        for (Rules.Numbered each : rules.of(Kind.AMOUNTS)) {
            Reply reply = forbidden(each, what);
            if (reply != null) {
                return reply;
            }
        }
        return null;
    }

    /** Whether some scripts are not denied. */
    boolean mayAllowScripts() {
        return rules.of(Kind.SCRIPTS).stream()
                .allMatch(each -> each.rule().action() == Action.LOG
                        || !each.rule().allowedScripts().isEmpty());
    }

    /** The reply to a request for these indices; null if no rule denies it. */
    @Nullable Reply indices(IndexExpression indices) {
        for (Rules.Numbered each : rules.of(Kind.INDICES)) {
            GuardRule.Indices rule = (GuardRule.Indices) each.rule();
            Reply reply = null;
            if (indices.count() > rule.max()) {
                reply = broken(each, indices.count(), () -> "the target");
            } else if (indices.isAll() && !rule.all()) {
                reply = forbidden(each, () -> "all indices at once must not be searched, name them");
            } else if (indices.hasWildcard() && !rule.wildcards()) {
                reply = forbidden(each, () -> "wildcards in the names of indices are not allowed");
            }
            if (reply != null) {
                return reply;
            }
        }
        return null;
    }

    /** Whether a search of all indices is denied. */
    boolean deniesAllIndices() {
        return rules.of(Kind.INDICES).stream()
                .anyMatch(each -> each.rule() instanceof GuardRule.Indices rule
                        && rule.action() == Action.DENY
                        && !(rule.all() && rule.wildcards()));
    }

    /** The reply to a request that cannot be read; null if the rules only log. */
    @Nullable Reply unreadable(Supplier<String> why) {
        return unreadable(400, why);
    }

    /** The same with a status. */
    @Nullable Reply unreadable(int status, Supplier<String> why) {
        if (!rules.enforced()) {
            reports.unread(why, exchange);
            return null;
        }
        return refused(Reports.UNREADABLE, status, "the query guard cannot check this request: " + why.get());
    }

    private @Nullable Reply broken(Rules.Numbered rule, long value, Supplier<String> place) {
        return switch (rule.rule().action()) {
            case DENY -> denied(rule, value, place.get());
            case LOG -> {
                logged(rule, value);
                yield null;
            }
            case CAP -> null;
        };
    }

    // A long list breaks a rule with each of its later values.
    private void logged(Rules.Numbered rule, long value) {
        if (!logged.get(rule.position())) {
            logged.set(rule.position());
            reports.logged(rule, value, exchange);
        }
    }

    private Reply denied(Rules.Numbered rule, long value, String place) {
        Kind kind = rule.rule().kind();
        String what = kind.isForbidding()
                ? kind.noun() + " at " + place + " is not allowed"
                : place + " asks for [" + value + "] " + kind.noun() + ", and the limit is at "
                        + (kind.isLeast() ? "least" : "most") + " ["
                        + rule.rule().limit() + "]";
        return refused(kind.label(), 400, "denied by " + rule + " of the query guard: " + what);
    }

    private @Nullable Reply forbidden(Rules.Numbered rule, Supplier<String> what) {
        if (rule.rule().action() == Action.LOG) {
            logged(rule, 1);
            return null;
        }
        return refused(rule.rule().kind().label(), 400, "denied by " + rule + " of the query guard: " + what.get());
    }

    private Reply refused(String tag, int status, String reason) {
        reports.denied(tag);
        return Reply.error(status, "illegal_argument_exception", reason);
    }
}
