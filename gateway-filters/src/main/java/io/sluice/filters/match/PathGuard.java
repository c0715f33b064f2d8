package io.sluice.filters.match;

import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Refuses paths that the gateway and Elasticsearch might read differently, where a decision hangs on the path: what {@code access}
 * takes for an index must not be an endpoint to the server. Immutable.
 */
public final class PathGuard {

    private final boolean active;

    /**
     * @param conditions those that decide; where none of them looks at a path, nothing is refused
     */
    public PathGuard(Stream<Condition> conditions) {
        this.active = conditions.anyMatch(Condition::usesPaths);
    }

    /** The answer to a request whose path is ambiguous; null if it may go on. */
    public @Nullable Reply refusal(RequestHead head) {
        String ambiguity = active ? head.target().ambiguity() : null;
        return ambiguity == null ? null : Reply.error(400, "illegal_argument_exception", ambiguity);
    }
}
