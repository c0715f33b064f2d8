package io.sluice.filters.match;

import io.sluice.api.Exchange;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Refuses paths that the gateway and Elasticsearch might read differently, if conditions test the path: what
 * {@code access} reads as an index must not be an endpoint for the server. Immutable.
 */
public final class PathGuard {

    private final List<Condition> conditions;

    /** @param conditions of the rules; if none of them tests a path, nothing is refused */
    public PathGuard(Stream<Condition> conditions) {
        this.conditions = conditions.filter(Condition::usesPaths).toList();
    }

    /**
     * The reply to a request with an ambiguous path, or with a query parameter that names what a condition expects in
     * the path; null if it is allowed.
     */
    public @Nullable Reply refusal(RequestHead head, Exchange exchange) {
        if (conditions.isEmpty()) {
            return null;
        }
        String ambiguity = head.target().ambiguity();
        if (ambiguity != null) {
            return refused(ambiguity);
        }
        boolean split = head.target().synonyms().stream()
                .anyMatch(synonym -> synonym.ambiguity() != null || isDecidedOtherwise(head, synonym, exchange));
        return split ? refused("the query names what a rule looks for in the path") : null;
    }

    private boolean isDecidedOtherwise(RequestHead head, RequestTarget synonym, Exchange exchange) {
        RequestHead other = head.withTarget(synonym);
        for (Condition condition : conditions) {
            if (condition.matches(head, exchange) != condition.matches(other, exchange)) {
                return true;
            }
        }
        return false;
    }

    private static Reply refused(String reason) {
        return Reply.error(400, "illegal_argument_exception", reason);
    }
}
