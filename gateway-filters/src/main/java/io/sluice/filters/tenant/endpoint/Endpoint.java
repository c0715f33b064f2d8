package io.sluice.filters.tenant.endpoint;

import java.util.List;
import java.util.Set;

/**
 * One endpoint that tenants may use.
 *
 * @param methods in upper case
 * @param path as {@code /{index}/_doc/{id}}: {@code {index}} is the name of one index, {@code {indices}} an expression,
 *     {@code [{indices}]} one that may be missing, which means all of the tenant's indices
 * @param parameters that it accepts
 * @param body of the request
 * @param answer of the cluster
 * @param layouts in which it is allowed
 */
public record Endpoint(
        List<String> methods,
        String path,
        Parameters parameters,
        BodyKind body,
        AnswerKind answer,
        Set<LayoutKind> layouts) {

    public Endpoint {
        methods = List.copyOf(methods);
        layouts = Set.copyOf(layouts);
    }
}
