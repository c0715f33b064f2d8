package io.sluice.filters.authorize;

import io.sluice.api.BulkItemPlan;
import io.sluice.api.Exchange;
import io.sluice.api.Reply;
import io.sluice.filters.search.NamePatterns;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one request may do: asks the judge, and reports what is denied. For one exchange; on its event loop. */
final class Access {

    private static final int MAX_REMEMBERED = 256;
    private static final int STATUS_UNREAD = 503;
    private static final String UNREAD = "sluice_names_unread";
    private static final String UNREAD_REASON = "the names of the cluster's indices have not been read yet";

    private static final Decided KEPT = new Decided(BulkItemPlan.keep(), null);
    private static final Decided UNJUDGED =
            new Decided(new BulkItemPlan.Reject(STATUS_UNREAD, UNREAD, UNREAD_REASON), null);

    private final Judge judge;
    private final Denials denials;
    private final Exchange exchange;
    private final Map<String, Decided> ofItems = new HashMap<>();
    /** The names with which those were decided. */
    private @Nullable ClusterNames known;

    Access(Judge judge, Denials denials, Exchange exchange) {
        this.judge = judge;
        this.denials = denials;
        this.exchange = exchange;
    }

    Judge judge() {
        return judge;
    }

    /** The refusal of what concerns no index; null if it is allowed. */
    @Nullable Reply ofNone(EndpointClass kind) {
        return refusal(judge.ofNone(kind), kind, null);
    }

    /** The refusal of what may concern any index; null if it is allowed. */
    @Nullable Reply ofAny(EndpointClass kind) {
        return refusal(judge.ofAny(kind), kind, "*");
    }

    /** The refusal of a request that needs some permission, whichever; null if there is one. */
    @Nullable Reply ofSome() {
        return judge.allowsSome() ? null : refusal(new Denial(EndpointClass.READ, null, -1));
    }

    /** The refusal of an expression whose wildcards stay; null if it is allowed. */
    @Nullable Reply of(Set<EndpointClass> kinds, @Nullable String expression) {
        return Indices.of(expression).judged(judge, kinds) instanceof Indices.Outcome.Refused refused
                ? refusal(refused)
                : null;
    }

    /** The refusal of an outcome. */
    @Nullable Reply refusal(Indices.Outcome.Refused refused) {
        return refusal(refused.decision(), refused.kind(), refused.name());
    }

    /** Notes that something cannot be judged; whether it goes on, which it does in a dry run. */
    boolean unjudged() {
        return denials.letUnjudgedGoOn();
    }

    private @Nullable Reply refusal(Judge.Decision decision, EndpointClass kind, @Nullable String index) {
        return switch (decision.verdict()) {
            case ALLOWED -> null;
            case DENIED -> refusal(new Denial(kind, index, decision.rule()));
            case UNKNOWN ->
                unjudged()
                        ? null
                        : Reply.error(STATUS_UNREAD, UNREAD, UNREAD_REASON).withHeader("Retry-After", "5");
        };
    }

    private @Nullable Reply refusal(Denial denial) {
        return denials.isEnforced(denial, exchange) ? Reply.refusal(403, denial.reason()) : null;
    }

    /** What becomes of an item of a bulk. Each item that is denied is counted, and the first for each index is written to the audit log. */
    BulkItemPlan ofItem(@Nullable String index) {
        String name = index == null ? "" : index;
        forgetWhereNamesAreNew();
        Decided decided = ofItems.get(name);
        if (decided == null) {
            decided = decide(name);
            remember(name, decided);
        } else if (decided.denial() != null) {
            denials.count(decided.denial());
        }
        return decided.plan();
    }

    // No server takes a longer name, so it does not come again, but a client may send as many as are remembered.
    private void remember(String name, Decided decided) {
        if (name.length() > NamePatterns.LONGEST) {
            return;
        }
        if (ofItems.size() == MAX_REMEMBERED) {
            ofItems.clear();
        }
        ofItems.put(name, decided);
    }

    // A client may take its time between two items.
    @SuppressWarnings("ReferenceEquality")
    private void forgetWhereNamesAreNew() {
        ClusterNames now = judge.names();
        if (now != known) {
            known = now;
            ofItems.clear();
        }
    }

    // A server refuses an item without an index, and one with an expression.
    private Decided decide(String name) {
        if (name.isEmpty()
                || !(Indices.of(name).judged(judge, Set.of(EndpointClass.WRITE))
                        instanceof Indices.Outcome.Refused refused)) {
            return KEPT;
        }
        if (refused.decision().verdict() == Judge.Verdict.UNKNOWN) {
            return unjudged() ? KEPT : UNJUDGED;
        }
        Denial denial = new Denial(EndpointClass.WRITE, name, refused.decision().rule());
        BulkItemPlan plan = denials.isEnforced(denial, exchange)
                ? new BulkItemPlan.Reject(403, "security_exception", denial.reason())
                : BulkItemPlan.keep();
        return new Decided(plan, denial);
    }

    /** What becomes of the items for an index, and why if they are denied. */
    private record Decided(BulkItemPlan plan, @Nullable Denial denial) {}
}
