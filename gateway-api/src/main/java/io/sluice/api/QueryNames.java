package io.sluice.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Path variables that a client gives in the query instead. A server's handler serves several routes and reads a variable that the
 * path lacks from the query ({@code RestRequest.param}). Stateless.
 */
final class QueryNames {

    /** The first segments of paths in which the index follows the endpoint. */
    private static final Set<String> INDEX_LAST = Set.of("_cat", "_cluster", "_list");

    /** The variable that most paths may begin with; it does not tell routes apart. */
    private static final String INDEX = "index";

    /**
     * Routes whose handler also serves a shorter route, in Elasticsearch 7 to 9 and OpenSearch 2 and 3. Routes that only add the index
     * are left out.
     */
    private static final String ROUTES = """
            /_alias/{name}
            /_aliases/{name}
            /_application/analytics/{name}
            /_application/search_application/{name}
            /_async_search/{id}
            /_cat/aliases/{alias}
            /_cat/allocation/{nodes}
            /_cat/component_templates/{name}
            /_cat/fielddata/{fields}
            /_cat/ml/anomaly_detectors/{job_id}
            /_cat/ml/data_frame/analytics/{id}
            /_cat/ml/datafeeds/{datafeed_id}
            /_cat/ml/trained_models/{model_id}
            /_cat/snapshots/{repository}
            /_cat/templates/{name}
            /_cat/thread_pool/{thread_pool_patterns}
            /_cat/transforms/{transform_id}
            /_ccr/auto_follow/{name}
            /_cluster/nodes/{nodeId}/hot_threads
            /_cluster/nodes/{nodeId}/hotthreads
            /_cluster/routing/awareness/{attribute}/weights
            /_cluster/state/{metric}
            /_cluster/state/{metric}/{indices}
            /_cluster/stats/{metric}/nodes/{nodeId}
            /_cluster/stats/{metric}/{index_metric}/nodes/{nodeId}
            /_cluster/voting_config_exclusions/{node_name}
            /_component_template/{name}
            /_connector/_secret/{id}
            /_connector/_sync_job/{connector_sync_job_id}
            /_connector/{connector_id}
            /_dangling/{index_uuid}
            /_data_stream/{name}
            /_data_stream/{name}/_stats
            /_enrich/policy/{name}
            /_fleet/secret/{id}
            /_health_report/{indicator}
            /_ilm/policy/{policy}
            /_index_template/_simulate/{name}
            /_index_template/{name}
            /_inference/{inference_id}
            /_ingest/geoip/database/{id}
            /_ingest/{index}/_simulate
            /_ingest/ip_location/database/{id}
            /_ingest/pipeline/{id}
            /_ingest/pipeline/{id}/_simulate
            /_list/wlm_stats/{nodeId}/stats/{workloadGroupId}
            /_logstash/pipeline/{id}
            /_mapping/{type}
            /_mapping/{type}/field/{fields}
            /_mappings/{type}
            /_ml/_delete_expired_data/{job_id}
            /_ml/anomaly_detectors/{job_id}
            /_ml/anomaly_detectors/{job_id}/_forecast/{forecast_id}
            /_ml/anomaly_detectors/{job_id}/_stats
            /_ml/anomaly_detectors/{job_id}/model_snapshots/{snapshot_id}
            /_ml/anomaly_detectors/{job_id}/results/buckets/{timestamp}
            /_ml/anomaly_detectors/{job_id}/results/categories/{category_id}
            /_ml/calendars/{calendar_id}
            /_ml/calendars/{calendar_id}/events/{event_id}
            /_ml/data_frame/analytics/{id}
            /_ml/data_frame/analytics/{id}/_explain
            /_ml/data_frame/analytics/{id}/_preview
            /_ml/data_frame/analytics/{id}/_stats
            /_ml/datafeeds/{datafeed_id}
            /_ml/datafeeds/{datafeed_id}/_preview
            /_ml/datafeeds/{datafeed_id}/_stats
            /_ml/filters/{filter_id}
            /_ml/memory/{node_id}/_stats
            /_ml/trained_models/{model_id}
            /_ml/trained_models/{model_id}/_stats
            /_nodes/stats/{metric}
            /_nodes/stats/{metric}/{index_metric}
            /_nodes/usage/{metric}
            /_nodes/{nodeId}
            /_nodes/{nodeId}/hot_threads
            /_nodes/{nodeId}/hotthreads
            /_nodes/{nodeId}/reload_secure_settings
            /_nodes/{nodeId}/stats
            /_nodes/{nodeId}/stats/{metric}
            /_nodes/{nodeId}/stats/{metric}/{index_metric}
            /_nodes/{nodeId}/usage
            /_nodes/{nodeId}/usage/{metric}
            /_nodes/{nodeId}/{metrics}
            /_query/async/{id}
            /_query/queries/{id}
            /_query_rules/{ruleset_id}
            /_remotestore/metadata/{index}/{shard_id}
            /_remotestore/stats/{index}/{shard_id}
            /_render/template/{id}
            /_resolve/cluster/{name}
            /_rollup/data/{id}
            /_rollup/job/{id}
            /_scripts/{id}/{context}
            /_search/pipeline/{id}
            /_search/scroll/{scroll_id}
            /_searchable_snapshots/{node_id}/cache/stats
            /_security/cross_cluster/api_key/{id}
            /_security/privilege/{application}
            /_security/privilege/{application}/{name}
            /_security/role/{name}
            /_security/role_mapping/{name}
            /_security/service/{namespace}
            /_security/service/{namespace}/{service}
            /_security/service/{namespace}/{service}/credential/token/{name}
            /_security/user/{username}
            /_security/user/{username}/_password
            /_settings/{name}
            /_slm/policy/{policy_id}
            /_snapshot/{repository}
            /_snapshot/{repository}/_status
            /_snapshot/{repository}/{snapshot}
            /_snapshot/{repository}/{snapshot}/_status
            /_snapshot/{repository}/{snapshot}/{index}/_status
            /_stats/{metric}
            /_synonyms/{synonymsSet}
            /_synonyms/{synonymsSet}/{synonymRuleId}
            /_tasks/{task_id}
            /_tasks/{task_id}/_cancel
            /_template/{name}
            /_transform/{transform_id}
            /_transform/{transform_id}/_preview
            /_watcher/stats/{metric}
            /_watcher/watch/{watch_id}/_ack/{action_id}
            /_wlm/stats/{queryGroupId}
            /_wlm/stats/{workloadGroupId}
            /_wlm/{nodeId}/stats
            /_wlm/{nodeId}/stats/{queryGroupId}
            /_wlm/{nodeId}/stats/{workloadGroupId}
            /views/{view_name}
            /{index}/_alias/{name}
            /{index}/_aliases/{name}
            /{index}/_doc/{id}
            /{index}/_mapping/{type}
            /{index}/_mapping/{type}/field/{fields}
            /{index}/_mappings/{type}
            /{index}/_rollover/{new_index}
            /{index}/_settings/{name}
            /{index}/_stats/{metric}
            /{index}/_termvectors/{id}
            /{index}/{type}
            /{index}/{type}/_bulk
            /{index}/{type}/_count
            /{index}/{type}/_delete_by_query
            /{index}/{type}/_mapping
            /{index}/{type}/_mapping/field/{fields}
            /{index}/{type}/_mappings
            /{index}/{type}/_mget
            /{index}/{type}/_msearch
            /{index}/{type}/_msearch/template
            /{index}/{type}/_mtermvectors
            /{index}/{type}/_search
            /{index}/{type}/_search/template
            /{index}/{type}/_termvectors
            /{index}/{type}/_update_by_query
            /{index}/{type}/_validate/query
            /{index}/{type}/{id}
            /{index}/{type}/{id}/_termvectors
            """;

    private static final List<Route> ALL = ROUTES.lines().map(Route::parse).toList();
    private static final Set<String> VARIABLES = variables();

    private QueryNames() {}

    /** @param variables the name of the variable at each place; empty where the part is a literal */
    private record Route(List<String> parts, List<String> variables) {
        static Route parse(String template) {
            List<String> parts = List.of(template.substring(1).split("/"));
            return new Route(
                    parts,
                    parts.stream()
                            .map(part -> part.startsWith("{") ? part.substring(1, part.length() - 1) : "")
                            .toList());
        }

        /**
         * Adds the paths that this route would have if the variables of the query stood in the path.
         *
         * @param at the part of the route to continue with
         * @param path the path built so far
         * @param segments the segments of the request's path that are not used yet
         */
        void complete(int at, String path, List<String> segments, Map<String, String> named, Set<String> found) {
            if (at == parts.size()) {
                if (segments.isEmpty()) {
                    found.add(path);
                }
                return;
            }
            String variable = variables.get(at);
            String value = named.get(variable);
            if (value != null) {
                complete(at + 1, path + value, segments, named, found);
            }
            if (!segments.isEmpty() && takes(at, segments.getFirst())) {
                complete(at + 1, path + "/" + segments.getFirst(), segments.subList(1, segments.size()), named, found);
            }
        }

        private boolean takes(int at, String segment) {
            String variable = variables.get(at);
            return variable.isEmpty()
                    ? parts.get(at).equals(segment)
                    : !variable.equals(INDEX) || EndpointPaths.isName(segment);
        }
    }

    private static Set<String> variables() {
        Set<String> all = new HashSet<>(Set.of(INDEX, "id"));
        ALL.forEach(route -> all.addAll(route.variables()));
        all.remove("");
        return Set.copyOf(all);
    }

    /** The targets with the query's variables moved into the path; empty if the query has none. */
    static List<RequestTarget> synonyms(RequestTarget target) {
        Map<String, String> named = named(target.parameters());
        if (named.isEmpty()) {
            return List.of();
        }
        List<String> segments = target.rawSegments();
        boolean ofName = !segments.isEmpty() && EndpointPaths.isName(segments.getFirst());
        if (ofName) {
            // The value in the path takes precedence.
            named.remove(INDEX);
        }
        if (named.isEmpty()) {
            return List.of();
        }
        String added = named.get(ofName ? "id" : INDEX);
        if (segments.isEmpty()) {
            // Servers delete an index by DELETE /?index=logs, too.
            return added == null ? List.of() : List.of(target.withRawPath(added));
        }
        String path = "/" + String.join("/", segments);
        Set<String> found = new HashSet<>();
        if (added != null) {
            found.add(ofName || INDEX_LAST.contains(segments.getFirst()) ? path + added : added + path);
        }
        ALL.forEach(route -> route.complete(0, "", segments, named, found));
        found.remove(path);
        List<RequestTarget> synonyms = new ArrayList<>();
        found.forEach(each -> synonyms.add(target.withRawPath(each)));
        return synonyms;
    }

    private static Map<String, String> named(List<RequestTarget.Parameter> parameters) {
        Map<String, String> named = Map.of();
        for (RequestTarget.Parameter parameter : parameters) {
            if (VARIABLES.contains(parameter.name())) {
                named = named.isEmpty() ? new HashMap<>() : named;
                named.put(parameter.name(), segment(parameter.value()));
            }
        }
        if (!named.isEmpty()) {
            named.values().removeIf(String::isEmpty);
        }
        return named;
    }

    private static String segment(String value) {
        if (value.isEmpty()) {
            return "";
        }
        StringBuilder encoded = new StringBuilder();
        PercentCoding.encode(value, encoded);
        return "/" + encoded.toString().replace("/", "%2F");
    }
}
