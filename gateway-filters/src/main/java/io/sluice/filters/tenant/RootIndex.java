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
        List<Parameter> named = target.parameters().stream()
                .filter(parameter -> parameter.name().equals(INDEX))
                .toList();
        if (named.size() != 1 || named.getFirst().value().isEmpty()) {
            return head;
        }
        Route root = EndpointTable.ALL.find(head.method(), target);
        if (root == null || root.indices(target) != null) {
            return head;
        }
        List<Parameter> others = target.parameters().stream()
                .filter(parameter -> !parameter.name().equals(INDEX))
                .toList();
        RequestTarget longer = RequestTarget.parse(
                        "/" + encoded(named.getFirst().value()) + target.rawPath())
                .withParameters(others);
        Route route = EndpointTable.ALL.find(head.method(), longer);
        return route != null && root.isWithoutIndices(route) ? head.withTarget(longer) : head;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
