package io.sluice.dist;

import io.sluice.filters.tenant.body.BodyGrammar;
import io.sluice.filters.tenant.body.SearchGrammar;
import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.endpoint.EndpointTable;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Rule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the filter's tables allow in a layout, so that the equivalence test covers future additions.
 *
 * @param layout of which these are the tables
 * @param endpoints that tenants may use
 * @param queries by type
 * @param aggregations by type
 * @param searchMembers of the body of a search
 */
record EqualTables(
        EqualLayout layout,
        List<Endpoint> endpoints,
        Set<String> queries,
        Set<String> aggregations,
        Set<String> searchMembers) {

    /** The tables of a layout. */
    static EqualTables of(EqualLayout layout) {
        SearchGrammar searches = new BodyGrammar(layout.features()).searches();
        Set<String> aggregations = allowed(searches.aggregation());
        aggregations.removeAll(Set.of("aggs", "aggregations", "meta"));
        return new EqualTables(
                layout,
                EndpointTable.ALL.endpoints().stream()
                        .filter(endpoint -> endpoint.layouts().contains(layout.kind()))
                        .toList(),
                allowed(searches.query()),
                aggregations,
                allowed(searches.body()));
    }

    /** See {@link EqualLayout#apart()}. */
    boolean apart() {
        return layout.apart();
    }

    /** See {@link EqualLayout#ownFields()}. */
    boolean ownFields() {
        return layout.ownFields();
    }

    private static Set<String> allowed(ObjectRule rule) {
        return rule.named().entrySet().stream()
                .filter(entry -> !(entry.getValue() instanceof Rule.Denied))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
