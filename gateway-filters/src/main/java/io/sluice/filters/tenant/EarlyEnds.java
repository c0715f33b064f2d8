package io.sluice.filters.tenant;

import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import java.util.ArrayList;
import java.util.List;

/**
 * Leaves {@code terminate_after} out of searches and counts in shared indices. How far a server looks at hits before it ends, what
 * aggregations count past that, and whether it says so, depends on others' documents in the segment.
 */
final class EarlyEnds {

    private static final String TERMINATE_AFTER = "terminate_after";

    private EarlyEnds() {}

    /** The head without the parameter. */
    static RequestHead leftOut(RequestHead head) {
        RequestTarget target = head.target();
        if (target.parameter(TERMINATE_AFTER) == null) {
            return head;
        }
        List<Parameter> sent = new ArrayList<>(target.parameters());
        sent.removeIf(parameter -> parameter.name().equals(TERMINATE_AFTER));
        return head.withTarget(target.withParameters(sent));
    }
}
