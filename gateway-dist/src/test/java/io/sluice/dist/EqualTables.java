package io.sluice.dist;

import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.endpoint.EndpointTable;
import io.sluice.filters.tenant.endpoint.LayoutKind;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Rule;
import io.sluice.filters.tenant.query.BodyGrammar;
import io.sluice.filters.tenant.query.Features;
import io.sluice.filters.tenant.query.SearchGrammar;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the filter's tables allow in a layout, so that the test of equivalence cannot forget what is allowed tomorrow.
 *
 * @param endpoints that tenants may use
 * @param queries by type
 * @param aggregations by type
 * @param searchMembers of the body of a search
 */
record EqualTables(List<Endpoint> endpoints, Set<String> queries, Set<String> aggregations, Set<String> searchMembers) {

    /** The tables of a layout. */
    static EqualTables of(EscapeLayout layout) {
        if (layout != EscapeLayout.INDEX_PER_TENANT) {
            throw new IllegalArgumentException("the filter does not have " + layout);
        }
        SearchGrammar searches = new BodyGrammar(Features.OWN_INDICES).searches();
        Set<String> aggregations = allowed(searches.aggregation());
        aggregations.removeAll(Set.of("aggs", "aggregations", "meta"));
        return new EqualTables(
                EndpointTable.ALL.endpoints().stream()
                        .filter(endpoint -> endpoint.layouts().contains(LayoutKind.INDEX_PER_TENANT))
                        .toList(),
                allowed(searches.query()),
                aggregations,
                allowed(searches.body()));
    }

    private static Set<String> allowed(ObjectRule rule) {
        return rule.named().entrySet().stream()
                .filter(entry -> !(entry.getValue() instanceof Rule.Denied))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
