package io.sluice.filters.authorize;

import io.sluice.api.Reply;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import io.sluice.filters.handle.HandleKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The target of a request that continues or closes what is open, with the server's ids in its path and query.
 *
 * @param refusal null if all ids in it may be given
 */
record OpenedTarget(RequestTarget target, @Nullable Reply refusal) {

    private static final Set<String> NAMES = Set.of("scroll_id", "id");

    /** Opens the ids. */
    static OpenedTarget of(RequestTarget target, Endpoint endpoint, HandleKind kind, OwnHandles handles) {
        RequestTarget sent = target;
        int at = endpoint.handleAt();
        if (at >= 0) {
            String given = target.segments().get(at);
            OwnHandles.Opened opened = handles.openList(kind, given);
            if (opened.refusal() != null) {
                return new OpenedTarget(target, opened.refusal());
            }
            sent = given.equals(opened.text()) ? target : withSegment(target, at, opened.text());
        }
        List<Parameter> parameters = new ArrayList<>();
        for (Parameter parameter : target.parameters()) {
            boolean id = NAMES.contains(parameter.name());
            OwnHandles.Opened opened =
                    id ? handles.openList(kind, parameter.value()) : new OwnHandles.Opened(parameter.value(), null);
            if (opened.refusal() != null) {
                return new OpenedTarget(target, opened.refusal());
            }
            parameters.add(new Parameter(parameter.name(), opened.text()));
        }
        return new OpenedTarget(parameters.equals(target.parameters()) ? sent : sent.withParameters(parameters), null);
    }

    private static RequestTarget withSegment(RequestTarget target, int at, String text) {
        List<String> segments = new ArrayList<>(target.rawSegments());
        segments.set(at, NarrowedPath.encoded(text));
        return target.withRawPath("/" + String.join("/", segments));
    }
}
