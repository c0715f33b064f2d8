package io.sluice.filters.tenant;

import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import io.sluice.filters.tenant.endpoint.EndpointTable;
import io.sluice.filters.tenant.endpoint.Route;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Moves indices from a URL parameter, as in {@code /_search?index=logs}, into the path: a server treats both alike. */
final class RootIndex {

    private static final String INDEX = "index";

    private RootIndex() {}

    /**
     * The same request with the indices in its path, if both forms are endpoints for tenants; otherwise the request
     * unchanged.
     */
    static RequestHead inPath(RequestHead head) {
        RequestTarget target = head.target();
        String indices = target.parameter(INDEX);
        if (indices == null || indices.isEmpty()) {
            return head;
        }
        List<Parameter> others = target.parameters().stream()
                .filter(parameter -> !parameter.name().equals(INDEX))
                .toList();
        if (others.size() != target.parameters().size() - 1) {
            return head;
        }
        Route root = EndpointTable.ALL.find(head.method(), target);
        if (root == null || root.indices(target) != null) {
            return head;
        }
        RequestTarget longer =
                RequestTarget.parse("/" + encoded(indices) + target.rawPath()).withParameters(others);
        Route route = EndpointTable.ALL.find(head.method(), longer);
        return route != null && root.isWithoutIndices(route) ? head.withTarget(longer) : head;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
