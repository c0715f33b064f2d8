package io.sluice.filters.tenant;

import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import java.util.ArrayList;
import java.util.List;

/** Moves the id of a scroll from the path, as in {@code /_search/scroll/ID}, into a URL parameter: a server treats both alike. */
final class ScrollPath {

    private static final String SCROLL_ID = "scroll_id";
    private static final List<String> SCROLL = List.of("_search", "scroll");

    private ScrollPath() {}

    /** The same request with the id in its query; the request unchanged if its path has none, or there is another one in the query. */
    static RequestHead inQuery(RequestHead head) {
        RequestTarget target = head.target();
        List<String> segments = target.segments();
        int last = SCROLL.size();
        if (segments.size() != last + 1
                || !segments.subList(0, last).equals(SCROLL)
                || target.parameter(SCROLL_ID) != null) {
            return head;
        }
        List<Parameter> parameters = new ArrayList<>(target.parameters());
        parameters.add(new Parameter(SCROLL_ID, segments.get(last)));
        return head.withTarget(
                RequestTarget.parse("/" + String.join("/", SCROLL)).withParameters(parameters));
    }
}
