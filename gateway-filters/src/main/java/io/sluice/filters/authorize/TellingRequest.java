package io.sluice.filters.authorize;

import io.sluice.api.RequestTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells which requests about nodes and tasks show what is in indices, or statistics of each, which no path names. Stateless. */
final class TellingRequest {
    private static final Set<EndpointClass> STATISTICS = Set.of(EndpointClass.MONITOR);
    /** A task's description has the query, and its result the documents that failed. */
    private static final Set<EndpointClass> CONTENTS = Set.of(EndpointClass.MONITOR, EndpointClass.READ);
    /** For which fields statistics are shown one by one. */
    private static final Set<String> FIELDS = Set.of("fields", "fielddata_fields", "completion_fields", "groups");

    /** Tables of {@code _cat} with statistics of fields, or of what others have open. */
    private static final Set<String> CAT = Set.of("fielddata", "pit_segments");

    private static final String FILTER = "filter_path";
    private static final String NO_CLIENTS = "-nodes.*.http.clients";
    private static final String NO_FIELDS = "-nodes.*.indices.*.fields,-nodes.*.indices.search.groups";

    private TellingRequest() {}

    /**
     * What a request that names no index needs for all indices.
     *
     * @throws IllegalArgumentException if an escape is malformed or does not decode to UTF-8
     */
    static Set<EndpointClass> needs(RequestTarget target) {
        List<String> path = target.segments();
        boolean ofOneTask = path.size() > 1 && path.getFirst().equals("_tasks");
        if (ofOneTask || isGiven(target, "detailed", "false")) {
            return CONTENTS;
        }
        boolean ofFields = path.size() > 1 && path.get(0).equals("_cat") && CAT.contains(path.get(1))
                || target.parameters().stream().anyMatch(each -> FIELDS.contains(each.name()));
        return ofFields || isGiven(target, "level", "node") ? STATISTICS : Set.of();
    }

    /**
     * The target whose answer shows no more than the user may know. Elasticsearch lists its clients with the targets that they asked for last, and
     * servers show the fields and groups that somebody else asked for before.
     *
     * @param reads whether the user may read everything
     * @param monitors whether the user may monitor everything
     * @throws IllegalArgumentException if an escape is malformed or does not decode to UTF-8
     */
    static RequestTarget quiet(RequestTarget target, boolean reads, boolean monitors) {
        List<String> path = target.segments();
        if (path.isEmpty() || !path.getFirst().equals("_nodes") || !path.contains("stats")) {
            return target;
        }
        List<String> left = new ArrayList<>();
        if (!reads) {
            left.add(NO_CLIENTS);
        }
        if (!monitors) {
            left.add(NO_FIELDS);
        }
        return left.isEmpty() ? target : without(String.join(",", left), target);
    }

    private static RequestTarget without(String left, RequestTarget target) {
        List<RequestTarget.Parameter> parameters = new ArrayList<>();
        boolean filtered = false;
        for (RequestTarget.Parameter each : target.parameters()) {
            boolean filter = each.name().equals(FILTER);
            String value = each.value();
            boolean selects = filter && value != null && !value.isBlank();
            parameters.add(filter ? new RequestTarget.Parameter(FILTER, (selects ? value + "," : "") + left) : each);
            filtered |= filter;
        }
        if (!filtered) {
            parameters.add(new RequestTarget.Parameter(FILTER, left));
        }
        return target.withParameters(parameters);
    }

    private static boolean isGiven(RequestTarget target, String name, String harmless) {
        return target.parameters().stream()
                .anyMatch(each -> each.name().equals(name)
                        && !harmless.equals(String.valueOf(each.value()).toLowerCase(Locale.ROOT)));
    }
}
