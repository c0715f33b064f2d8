package io.sluice.filters.match;

import io.sluice.api.Exchange;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Refuses paths that the gateway and Elasticsearch might read differently, where the path decides: what {@code access}
 * takes for an index must not be an endpoint to the server. Immutable.
 */
public final class PathGuard {

    private final List<Condition> conditions;

    /**
     * @param conditions those that decide; where none of them looks at a path, nothing is refused
     */
    public PathGuard(Stream<Condition> conditions) {
        this.conditions = conditions.filter(Condition::usesPaths).toList();
    }

    /** The answer to a request whose path is ambiguous, or whose query names what a condition looks for in the path; null if it may go on. */
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
