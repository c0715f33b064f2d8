package io.sluice.filters.tenant;

import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches that end after so many hits, of indices that several tenants share. Where no hits are shown, a server with Lucene 9 takes their
 * number from the statistics of a segment, and then it is that of all hits, unless others' documents in the segment keep it from that. A
 * filter after the query, or a least score, makes it look at each hit.
 */
final class EarlyEnds {

    private static final String TERMINATE_AFTER = "terminate_after";
    private static final String MIN_SCORE = "min_score";

    private EarlyEnds() {}

    /** Whether the URL asks for it. */
    static boolean isAskedFor(RequestTarget target) {
        return target.parameter(TERMINATE_AFTER) != null;
    }

    /**
     * The head of a count, whose body can have no filter after the query. A count is asked for with a least score of -1 where it has none;
     * no score is negative, so that 0 leaves out nothing.
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
