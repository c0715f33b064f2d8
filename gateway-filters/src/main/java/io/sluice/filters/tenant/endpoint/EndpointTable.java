package io.sluice.filters.tenant.endpoint;

import static io.sluice.filters.tenant.endpoint.LayoutKind.INDEX_PER_TENANT;
import static io.sluice.filters.tenant.endpoint.LayoutKind.NESTED;
import static io.sluice.filters.tenant.endpoint.LayoutKind.SHARED;

import io.sluice.api.RequestTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every endpoint that tenants may use. Any other is denied. Immutable. */
public final class EndpointTable {

    private static final Set<LayoutKind> EVERYWHERE = Set.of(INDEX_PER_TENANT, SHARED, NESTED);
    private static final Set<LayoutKind> OWN_INDICES = Set.of(INDEX_PER_TENANT);
    private static final Set<LayoutKind> OWN_TENANT = Set.of(INDEX_PER_TENANT, NESTED);
    private static final Set<LayoutKind> OWN_FIELDS = Set.of(INDEX_PER_TENANT, SHARED);

    /** The only instance. */
    public static final EndpointTable ALL = new EndpointTable();

    private final List<Endpoint> endpoints = new ArrayList<>();
    private final Node root = new Node();

    /** A node of the path tree. Like in Elasticsearch's own tree, literals take precedence over variables. */
    private static final class Node {
        private final Map<String, Node> literals = new HashMap<>();
        private final Map<String, Route> routes = new HashMap<>();
        private @Nullable Node variable;
    }

    private EndpointTable() {
        documents();
        searches();
        handles();
        indices();
        aliases();
        upkeep();
        cluster();
    }

    private void documents() {
        row("GET HEAD", "/{index}/_doc/{id}", Parameters.GET, BodyKind.NONE, AnswerKind.DOCUMENT, EVERYWHERE);
        row("GET HEAD", "/{index}/_source/{id}", Parameters.GET, BodyKind.NONE, AnswerKind.SOURCE, EVERYWHERE);
        row("PUT POST", "/{index}/_doc/{id}", Parameters.WRITE, BodyKind.DOCUMENT, AnswerKind.WRITTEN, EVERYWHERE);
        row("POST", "/{index}/_doc", Parameters.WRITE, BodyKind.DOCUMENT, AnswerKind.WRITTEN, EVERYWHERE);
        row("PUT POST", "/{index}/_create/{id}", Parameters.WRITE, BodyKind.DOCUMENT, AnswerKind.WRITTEN, EVERYWHERE);
        row("DELETE", "/{index}/_doc/{id}", Parameters.WRITE, BodyKind.NONE, AnswerKind.WRITTEN, EVERYWHERE);
        row("POST", "/{index}/_update/{id}", Parameters.UPDATE, BodyKind.UPDATE, AnswerKind.WRITTEN, EVERYWHERE);
        row("POST PUT", "/_bulk", Parameters.BULK, BodyKind.BULK, AnswerKind.BULK, EVERYWHERE);
        row("POST PUT", "/{index}/_bulk", Parameters.BULK, BodyKind.BULK, AnswerKind.BULK, EVERYWHERE);
        row(
                "GET POST",
                "/{index}/_termvectors",
                Parameters.TERM_VECTORS,
                BodyKind.TERM_VECTORS,
                AnswerKind.TERM_VECTORS,
                OWN_INDICES);
        row(
                "GET POST",
                "/{index}/_termvectors/{id}",
                Parameters.TERM_VECTORS,
                BodyKind.TERM_VECTORS,
                AnswerKind.TERM_VECTORS,
                OWN_INDICES);
        row(
                "GET POST",
                "/{index}/_mtermvectors",
                Parameters.TERM_VECTORS,
                BodyKind.SEVERAL_TERM_VECTORS,
                AnswerKind.SEVERAL_TERM_VECTORS,
                OWN_INDICES);
        row(
                "GET POST",
                "/_mtermvectors",
                Parameters.TERM_VECTORS,
                BodyKind.SEVERAL_TERM_VECTORS,
                AnswerKind.SEVERAL_TERM_VECTORS,
                OWN_INDICES);
        row("GET POST", "/_mget", Parameters.GET, BodyKind.MGET, AnswerKind.MGET, EVERYWHERE);
        row("GET POST", "/{index}/_mget", Parameters.GET, BodyKind.MGET, AnswerKind.MGET, EVERYWHERE);
    }

    private void searches() {
        row("GET POST", "/_search", Parameters.SEARCH, BodyKind.SEARCH_ANYWHERE, AnswerKind.SEARCH, EVERYWHERE);
        row("GET POST", "/{indices}/_search", Parameters.SEARCH, BodyKind.SEARCH, AnswerKind.SEARCH, EVERYWHERE);
        row("GET POST", "/_msearch", Parameters.MSEARCH, BodyKind.MSEARCH, AnswerKind.MSEARCH, EVERYWHERE);
        row("GET POST", "/{indices}/_msearch", Parameters.MSEARCH, BodyKind.MSEARCH, AnswerKind.MSEARCH, EVERYWHERE);
        row("GET POST", "/[{indices}]/_count", Parameters.COUNT, BodyKind.QUERY, AnswerKind.COUNT, EVERYWHERE);
        row(
                "GET POST",
                "/[{indices}]/_search_shards",
                Parameters.SEARCH_SHARDS,
                BodyKind.NONE,
                AnswerKind.SHARDS,
                OWN_INDICES);
        row(
                "GET POST",
                "/[{indices}]/_validate/query",
                Parameters.VALIDATE,
                BodyKind.VALIDATED_QUERY,
                AnswerKind.VALIDATION,
                EVERYWHERE);
        row(
                "GET POST",
                "/{index}/_explain/{id}",
                Parameters.EXPLAIN,
                BodyKind.EXPLAINED_QUERY,
                AnswerKind.EXPLANATION,
                OWN_TENANT);
        row(
                "GET POST",
                "/[{indices}]/_field_caps",
                Parameters.FIELD_CAPS,
                BodyKind.FIELD_CAPS,
                AnswerKind.FIELD_CAPS,
                EVERYWHERE);
        row(
                "POST",
                "/{indices}/_delete_by_query",
                Parameters.BY_QUERY,
                BodyKind.DELETE_BY_QUERY,
                AnswerKind.BY_QUERY,
                EVERYWHERE);
        row("POST", "/_reindex", Parameters.REINDEX, BodyKind.REINDEX, AnswerKind.BY_QUERY, OWN_FIELDS);
        row(
                "POST",
                "/{indices}/_update_by_query",
                Parameters.BY_QUERY,
                BodyKind.UPDATE_BY_QUERY,
                AnswerKind.BY_QUERY,
                EVERYWHERE);
    }

    private void handles() {
        row("GET POST", "/_search/scroll", Parameters.SCROLL, BodyKind.SCROLL, AnswerKind.SEARCH, EVERYWHERE);
        row("DELETE", "/_search/scroll", Parameters.CLEAR_SCROLL, BodyKind.SCROLL, AnswerKind.ACKNOWLEDGED, EVERYWHERE);
        row(
                "POST",
                "/{indices}/_pit",
                Parameters.OPEN_POINT_IN_TIME,
                BodyKind.NEW_POINT_IN_TIME,
                AnswerKind.POINT_IN_TIME,
                EVERYWHERE);
        row("DELETE", "/_pit", Parameters.COMMON, BodyKind.POINT_IN_TIME, AnswerKind.ACKNOWLEDGED, EVERYWHERE);
        row(
                "POST",
                "/{indices}/_search/point_in_time",
                Parameters.OPEN_POINT_IN_TIME,
                BodyKind.NONE,
                AnswerKind.POINT_IN_TIME,
                EVERYWHERE);
        row(
                "DELETE",
                "/_search/point_in_time",
                Parameters.COMMON,
                BodyKind.POINT_IN_TIME,
                AnswerKind.POINT_IN_TIME,
                EVERYWHERE);
    }

    private void indices() {
        row("PUT", "/{index}", Parameters.CHANGE_INDEX, BodyKind.NEW_INDEX, AnswerKind.ACKNOWLEDGED, OWN_INDICES);
        row("DELETE", "/{indices}", Parameters.CHANGE_INDEX, BodyKind.NONE, AnswerKind.DELETED_INDEX, OWN_TENANT);
        row("GET", "/{indices}", Parameters.READ_INDEX, BodyKind.NONE, AnswerKind.BY_INDEX, OWN_INDICES);
        row("HEAD", "/{indices}", Parameters.READ_INDEX, BodyKind.NONE, AnswerKind.BY_INDEX, EVERYWHERE);
        for (String name : new String[] {"_mapping", "_mappings"}) {
            row("GET", "/[{indices}]/" + name, Parameters.READ_INDEX, BodyKind.NONE, AnswerKind.BY_INDEX, EVERYWHERE);
            row(
                    "PUT POST",
                    "/{indices}/" + name,
                    Parameters.CHANGE_INDEX,
                    BodyKind.MAPPING,
                    AnswerKind.ACKNOWLEDGED,
                    OWN_TENANT);
        }
        row(
                "GET",
                "/[{indices}]/_mapping/field/{fields}",
                Parameters.READ_INDEX,
                BodyKind.NONE,
                AnswerKind.BY_INDEX,
                OWN_FIELDS);
        row("GET", "/[{indices}]/_settings", Parameters.READ_INDEX, BodyKind.NONE, AnswerKind.BY_INDEX, OWN_INDICES);
        row(
                "GET",
                "/[{indices}]/_settings/{setting}",
                Parameters.READ_INDEX,
                BodyKind.NONE,
                AnswerKind.BY_INDEX,
                OWN_INDICES);
        row(
                "PUT",
                "/[{indices}]/_settings",
                Parameters.CHANGE_SETTINGS,
                BodyKind.SETTINGS,
                AnswerKind.ACKNOWLEDGED,
                OWN_INDICES);
        row("POST", "/{indices}/_open", Parameters.CHANGE_INDEX, BodyKind.NONE, AnswerKind.LOCKED, OWN_INDICES);
        row("POST", "/{indices}/_close", Parameters.CHANGE_INDEX, BodyKind.NONE, AnswerKind.LOCKED, OWN_INDICES);
        for (String way : new String[] {"_clone", "_shrink", "_split"}) {
            row(
                    "PUT POST",
                    "/{index}/" + way + "/{target}",
                    Parameters.COPY_INDEX,
                    BodyKind.COPIED_INDEX,
                    AnswerKind.ACKNOWLEDGED,
                    OWN_INDICES);
        }
        row(
                "POST",
                "/{index}/_rollover/{target}",
                Parameters.ROLLOVER,
                BodyKind.ROLLOVER,
                AnswerKind.ROLLED_OVER,
                OWN_INDICES);
        row("POST", "/{index}/_rollover", Parameters.ROLLOVER, BodyKind.ROLLOVER, AnswerKind.ROLLED_OVER, OWN_INDICES);
    }

    private void aliases() {
        Parameters changing = Parameters.CHANGE_ALIASES;
        row("POST", "/_aliases", changing, BodyKind.ALIASES, AnswerKind.ACKNOWLEDGED, OWN_INDICES);
        row("PUT POST", "/{indices}/_alias/{alias}", changing, BodyKind.ALIAS, AnswerKind.ACKNOWLEDGED, OWN_INDICES);
        row("DELETE", "/{indices}/_alias/{aliases}", changing, BodyKind.NONE, AnswerKind.ACKNOWLEDGED, OWN_INDICES);
        Parameters reading = Parameters.READ_ALIASES;
        row("GET", "/[{indices}]/_alias", reading, BodyKind.NONE, AnswerKind.BY_INDEX, OWN_INDICES);
        row("GET HEAD", "/[{indices}]/_alias/{aliases}", reading, BodyKind.NONE, AnswerKind.BY_INDEX, OWN_INDICES);
        row("GET", "/_resolve/index/{indices}", Parameters.RESOLVE, BodyKind.NONE, AnswerKind.RESOLUTION, OWN_INDICES);
    }

    private void upkeep() {
        row("GET POST", "/[{indices}]/_refresh", Parameters.INDICES, BodyKind.NONE, AnswerKind.REFRESHED, EVERYWHERE);
        row("GET POST", "/[{indices}]/_flush", Parameters.FLUSH, BodyKind.NONE, AnswerKind.REFRESHED, EVERYWHERE);
        row("POST", "/[{indices}]/_forcemerge", Parameters.MERGE, BodyKind.NONE, AnswerKind.REFRESHED, OWN_TENANT);
        row(
                "POST",
                "/[{indices}]/_cache/clear",
                Parameters.CLEAR_CACHE,
                BodyKind.NONE,
                AnswerKind.REFRESHED,
                OWN_TENANT);
        row("GET", "/[{indices}]/_segments", Parameters.SEGMENTS, BodyKind.NONE, AnswerKind.SEGMENTS, OWN_INDICES);
        row("GET", "/[{indices}]/_stats", Parameters.STATISTICS, BodyKind.NONE, AnswerKind.STATISTICS, OWN_INDICES);
        row(
                "GET",
                "/[{indices}]/_stats/{metric}",
                Parameters.STATISTICS,
                BodyKind.NONE,
                AnswerKind.STATISTICS,
                OWN_INDICES);
        row("GET", "/_cluster/health/[{indices}]", Parameters.HEALTH, BodyKind.NONE, AnswerKind.HEALTH, EVERYWHERE);
        row("GET POST", "/_analyze", Parameters.COMMON, BodyKind.ANALYSIS, AnswerKind.ANALYSIS, EVERYWHERE);
        row("GET POST", "/{index}/_analyze", Parameters.COMMON, BodyKind.ANALYSIS, AnswerKind.ANALYSIS, EVERYWHERE);
        row("GET", "/_cat/aliases/[{aliases}]", Parameters.CAT, BodyKind.NONE, AnswerKind.ROWS, OWN_INDICES);
        row("GET", "/_cat/indices/[{indices}]", Parameters.CAT, BodyKind.NONE, AnswerKind.ROWS, OWN_INDICES);
        row("GET", "/_cat/count/[{indices}]", Parameters.CAT, BodyKind.NONE, AnswerKind.ROWS, OWN_INDICES);
    }

    private void cluster() {
        row("GET HEAD", "/", Parameters.SERVER, BodyKind.NONE, AnswerKind.SERVER, EVERYWHERE);
        row("GET", "/_license", Parameters.LICENSE, BodyKind.NONE, AnswerKind.PRODUCT, EVERYWHERE);
        row("GET HEAD", "/_xpack", Parameters.PRODUCT, BodyKind.NONE, AnswerKind.PRODUCT, EVERYWHERE);
        row("GET", "/_nodes/http", Parameters.NODES, BodyKind.NONE, AnswerKind.OWN_ADDRESS, EVERYWHERE);
        row("GET", "/_nodes/http,settings", Parameters.NODES, BodyKind.NONE, AnswerKind.OWN_ADDRESS, EVERYWHERE);
        row("GET", "/_nodes/_all/http", Parameters.NODES, BodyKind.NONE, AnswerKind.OWN_ADDRESS, EVERYWHERE);
    }

    private void row(
            String methods, String path, Parameters parameters, BodyKind body, AnswerKind answer, Set<LayoutKind> in) {
        Endpoint endpoint = new Endpoint(List.of(methods.split(" ")), path, parameters, body, answer, in);
        endpoints.add(endpoint);
        Route full = Route.of(endpoint);
        add(full);
        Route shorter = full.shortened();
        if (shorter != null) {
            add(shorter);
        }
    }

    private void add(Route route) {
        Node node = root;
        for (String segment : route.segments()) {
            if (segment.startsWith("{")) {
                Node next = node.variable;
                if (next == null) {
                    next = new Node();
                    node.variable = next;
                }
                node = next;
            } else {
                node = node.literals.computeIfAbsent(segment, name -> new Node());
            }
        }
        for (String method : route.endpoint().methods()) {
            if (node.routes.put(method, route) != null) {
                throw new IllegalStateException(
                        "twice in the table: " + method + " " + route.endpoint().path());
            }
        }
    }

    /** All rows, in the order of the documentation. */
    public List<Endpoint> endpoints() {
        return List.copyOf(endpoints);
    }

    /**
     * Finds the endpoint of a request whose path is not ambiguous; null if there is none.
     *
     * <p>A first segment that starts with {@code _} is never an index, except {@code _all}.
     */
    public @Nullable Route find(String method, RequestTarget target) {
        List<String> raw = target.rawSegments();
        Node node = root;
        for (int i = 0; i < raw.size(); i++) {
            String segment = raw.get(i);
            Node next = node.literals.get(segment);
            if (next == null) {
                boolean name = i > 0 || segment.charAt(0) != '_' || segment.equals("_all");
                next = name ? node.variable : null;
            }
            if (next == null) {
                return null;
            }
            node = next;
        }
        return node.routes.get(method);
    }
}
