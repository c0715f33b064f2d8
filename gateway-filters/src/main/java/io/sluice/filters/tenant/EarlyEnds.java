package io.sluice.filters.tenant;

import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import java.util.ArrayList;
import java.util.List;

/**
 * Handles {@code terminate_after} on shared indices. If no hits are shown, a server with Lucene 9 may take the total
 * from segment statistics. The total then covers all hits, unless other tenants' documents are in the segment, so it
 * reveals them. A post filter or a {@code min_score} makes the server visit each hit.
 */
final class EarlyEnds {

    private static final String TERMINATE_AFTER = "terminate_after";
    private static final String MIN_SCORE = "min_score";

    private EarlyEnds() {}

    /** Whether the URL sets {@code terminate_after}. */
    static boolean isAskedFor(RequestTarget target) {
        return target.parameter(TERMINATE_AFTER) != null;
    }

    /**
     * The head of a count, whose body cannot have a post filter, so {@code min_score} is set. A count without one uses
     * -1; no score is negative, so 0 leaves out nothing.
     */
    static RequestHead ofCount(RequestHead head) {
        RequestTarget target = head.target();
        String least = target.parameter(MIN_SCORE);
        if (!isAskedFor(target) || least != null && !least.trim().startsWith("-")) {
            return head;
        }
        List<Parameter> sent = new ArrayList<>(target.parameters());
        sent.removeIf(parameter -> parameter.name().equals(MIN_SCORE));
        sent.add(new Parameter(MIN_SCORE, "0"));
        return head.withTarget(target.withParameters(sent));
    }
}
