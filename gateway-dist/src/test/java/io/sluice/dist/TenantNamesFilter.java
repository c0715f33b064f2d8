package io.sluice.dist;

import io.sluice.dist.TenantNamesLayout.Kind;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The part of a search that holds back documents, as a server reads it. */
final class TenantNamesFilter {

    private TenantNamesFilter() {}

    /** Whether the query finds no document of others where indices are of a kind. */
    static boolean isHeldBack(Kind kind, Map<String, Object> search) {
        // What has no query at all gets one that servers refuse.
        boolean nothing = filters(search).anyMatch(filter -> filter.toString().contains("match_none"));
        return switch (kind) {
            case OWN -> true;
            case SHARED, ROUTED -> nothing || filters(search).anyMatch(filter -> isTerm(filter, "tenant_id", "acme"));
            case NESTED ->
                nothing || filters(search).anyMatch(filter -> filter.toString().contains("baseIndex"));
        };
    }

    /** Whether the filter finds documents of an index in the nested layout. */
    static boolean selects(Map<String, Object> search, String index) {
        return filters(search)
                .filter(filter -> filter.toString().contains("baseIndex"))
                .allMatch(filter -> matches(filter, index));
    }

    // The query's own bool must have the filter: one below another clause could be left out.
    private static Stream<?> filters(Map<String, Object> search) {
        Object query = search.get("query");
        return query instanceof Map<?, ?> map && map.get("bool") instanceof Map<?, ?> bool
                ? list(bool.get("filter"))
                : Stream.of();
    }

    private static Stream<?> list(Object clauses) {
        return clauses instanceof List<?> list ? list.stream() : clauses == null ? Stream.of() : Stream.of(clauses);
    }

    private static boolean isTerm(Object filter, String field, String value) {
        return filter instanceof Map<?, ?> map
                && map.get("term") instanceof Map<?, ?> term
                && term.get(field) instanceof Map<?, ?> wanted
                && value.equals(wanted.get("value"));
    }

    private static boolean matches(Object query, String index) {
        Map.Entry<?, ?> clause = ((Map<?, ?>) query).entrySet().iterator().next();
        Map<?, ?> body = (Map<?, ?>) clause.getValue();
        return switch (String.valueOf(clause.getKey())) {
            case "exists", "match_all" -> true;
            case "term" -> index.equals(value(body));
            case "wildcard" ->
                Pattern.matches(
                        Stream.of(value(body).split("\\*", -1))
                                .map(Pattern::quote)
                                .collect(Collectors.joining(".*")),
                        index);
            case "bool" ->
                list(body.get("filter")).allMatch(each -> matches(each, index))
                        && list(body.get("must")).allMatch(each -> matches(each, index))
                        && list(body.get("must_not")).noneMatch(each -> matches(each, index))
                        && (!body.containsKey("should")
                                || list(body.get("should")).anyMatch(each -> matches(each, index)));
            default -> throw new IllegalStateException("not known as a filter of indices: " + query);
        };
    }

    private static String value(Map<?, ?> body) {
        return String.valueOf(((Map<?, ?>) body.get("baseIndex")).get("value"));
    }
}
