package io.sluice.filters.queryguard;

import io.sluice.api.PathPattern;
import io.sluice.api.RequestTarget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint that searches, reads terms or runs scripts, in Elasticsearch 7 to 9 and OpenSearch 2 and 3. A request with another method is judged too: a
 * server refuses it.
 *
 * @param form of the request
 * @param path with {@code {index}} for the indices, if it has a place for them
 */
record Endpoint(Form form, PathPattern path) {

    /** What a request looks like. */
    enum Form {
        /** A search. */
        SEARCH,
        /** Nearest neighbours, whose number says how many hits there are; nothing is added to it. */
        NEIGHBOURS,
        /** A search whose hits make a tile of a map: a size is added to it, nothing else. */
        TILE,
        /** A search of what a plugin keeps in indices of its own. */
        OWN_SEARCH,
        /** Headers and searches. */
        MSEARCH,
        /** A query. */
        QUERY,
        /** A query for documents that are changed. */
        BY_QUERY,
        /** A query for documents that are copied. */
        REINDEX,
        /** Searches whose hits are rated. */
        RATED,
        /** Any JSON, in which queries and scripts count wherever they stand. */
        ANY_JSON,
        /** A page of a scroll. */
        SCROLL,
        /** Something that is kept open, said in the URL. */
        KEPT_OPEN,
        /** Documents whose terms are wanted. */
        TERM_VECTORS,
        /** A change of a document. */
        UPDATE,
        /** Changes of documents. */
        BULK,
        /** A script that is stored. */
        SCRIPT,
        /** A script that is run. */
        RUN_SCRIPT,
        /** Pipelines of ingest that are run. */
        SIMULATION,
        /** A text in a language that the gateway does not read. */
        TEXT;

        /** Whether a request without the name of an index searches all of them. */
        boolean searchesAllByDefault() {
            return switch (this) {
                case SEARCH, NEIGHBOURS, TILE, QUERY, BY_QUERY, RATED -> true;
                default -> false;
            };
        }

        /** Whether the body names indices. */
        boolean namesIndicesInside() {
            return this == MSEARCH || this == REINDEX || this == ANY_JSON;
        }

        /** Whether only scripts matter. */
        boolean runsScriptsOnly() {
            return switch (this) {
                case UPDATE, BULK, SCRIPT, RUN_SCRIPT, SIMULATION -> true;
                default -> false;
            };
        }

        /** Whether the URL may have a query, as {@code ?q=}. */
        boolean hasUrlQuery() {
            return isSearch() || this == QUERY || this == BY_QUERY;
        }

        /** Whether a size is added to a search that says none, if the rules allow less than the server's own. */
        boolean takesSize() {
            return this == SEARCH || this == TILE;
        }

        /** Whether it is one search with a page of hits. */
        boolean isSearch() {
            return this == SEARCH || this == NEIGHBOURS || this == TILE || this == OWN_SEARCH;
        }
    }

    private static final String PLUGINS = "/_plugins/";
    /** OpenSearch 2 takes both. */
    private static final String OLDER_PLUGINS = "/_opendistro/";

    /** The paths of each form; a path begins with a slash. Those of plugins have their older names, too. */
    private static final String PATHS = """
            SEARCH
              /_search
              /{index}/_search
              /{index}/{type}/_search
              /_async_search
              /{index}/_async_search
              /_plugins/_asynchronous_search
              /{index}/_plugins/_asynchronous_search
              /{index}/_fleet/_fleet_search
              /views/{view}/_search
              /_rollup_search
              /{index}/_rollup_search
              /{index}/{type}/_rollup_search
            NEIGHBOURS
              /{index}/_knn_search
            TILE
              /{index}/_mvt/{field}/{zoom}/{x}/{y}
            OWN_SEARCH
              /_plugins/_ml/{part}/_search
              /_plugins/_ml/memory/{id}/_search
              /_plugins/_ml/memory_containers/{id}/memories/_search
              /_plugins/_ml/memory_containers/{id}/memories/{type}/_search
              /_plugins/_ml/memory_containers/{id}/memories/{type}/_delete_by_query
              /_plugins/_security_analytics/{part}/_search
              /_plugins/_security_analytics/{part}/{more}/_search
              /_plugins/_alerting/{part}/_search
              /_plugins/_alerting/{part}/{more}/_search
              /_plugins/_anomaly_detection/detectors/_search
              /_plugins/_anomaly_detection/detectors/tasks/_search
              /_plugins/_anomaly_detection/detectors/results/_search
              /_plugins/_anomaly_detection/detectors/results/_search/{index}
              /_plugins/_anomaly_detection/detectors/results
              /_plugins/_forecast/forecasters/_search
              /_plugins/_forecast/forecasters/tasks/_search
              /_plugins/_forecast/forecasters/results/_search
              /_plugins/_knn/models/_search
              /_plugins/_flow_framework/workflow/_search
              /_plugins/_flow_framework/workflow/state/_search
              /_plugins/_search_relevance/{part}/_search
              /_watcher/_query/watches
              /_security/_query/api_key
              /_security/_query/user
              /_security/_query/role
            MSEARCH
              /_msearch
              /{index}/_msearch
              /{index}/{type}/_msearch
              /_fleet/_fleet_msearch
              /{index}/_fleet/_fleet_msearch
            QUERY
              /_count
              /{index}/_count
              /{index}/{type}/_count
              /_cat/count
              /_cat/count/{index}
              /_validate/query
              /{index}/_validate/query
              /{index}/{type}/_validate/query
              /{index}/_explain/{id}
              /{index}/{type}/{id}/_explain
              /{index}/_terms_enum
              /_field_caps
              /{index}/_field_caps
            BY_QUERY
              /{index}/_delete_by_query
              /{index}/{type}/_delete_by_query
              /{index}/_update_by_query
              /{index}/{type}/_update_by_query
            REINDEX
              /_reindex
            RATED
              /_rank_eval
              /{index}/_rank_eval
            ANY_JSON
              /{index}/_graph/explore
              /{index}/{type}/_graph/explore
              /{index}/_xpack/graph/_explore
              /{index}/{type}/_xpack/graph/_explore
              /_transform/_preview
              /_transform/{id}/_preview
              /_data_frame/transforms/_preview
              /_plugins/_transform/_preview
              /_watcher/watch/_execute
              /_watcher/watch/{id}/_execute
              /_xpack/watcher/watch/_execute
              /_xpack/watcher/watch/{id}/_execute
              /_ml/datafeeds/_preview
              /_ml/datafeeds/{id}/_preview
              /_xpack/ml/datafeeds/{id}/_preview
              /_ml/data_frame/_evaluate
              /_ml/data_frame/analytics/_preview
              /_ml/data_frame/analytics/_explain
              /_ml/data_frame/analytics/{id}/_preview
              /_ml/data_frame/analytics/{id}/_explain
              /_plugins/_alerting/monitors/_execute
              /_plugins/_alerting/monitors/{id}/_execute
              /_plugins/_alerting/workflows/_execute
              /_plugins/_alerting/workflows/{id}/_execute
              /_plugins/_anomaly_detection/detectors/_preview
              /_plugins/_anomaly_detection/detectors/{id}/_preview
              /_plugins/_anomaly_detection/detectors/_validate
              /_plugins/_anomaly_detection/detectors/_validate/{part}
              /_plugins/_anomaly_detection/detectors/_suggest/{part}
              /_plugins/_forecast/forecasters/_suggest/{part}
              /_plugins/_forecast/forecasters/{id}/results/_topForecasts
              /_plugins/_forecast/forecasters/_validate
              /_plugins/_forecast/forecasters/_validate/{part}
              /_plugins/_ml/_train/{algorithm}
              /_plugins/_ml/_train_predict/{algorithm}
              /_plugins/_ml/_predict/{algorithm}/{id}
              /_plugins/_ml/models/{id}/_predict
              /_plugins/_ml/models/{id}/_predict/stream
              /_plugins/_ml/models/{id}/_batch_predict
              /_plugins/_ml/models/{id}/_batch_predict/stream
              /_plugins/_ml/memory_containers/{id}/memories/{type}/_semantic_search
              /_plugins/_ml/memory_containers/{id}/memories/{type}/_hybrid_search
              /_plugins/_ml/_execute/{algorithm}
              /_search/pipeline/{id}
              /_profiling/stacktraces
              /_profiling/flamegraph
              /_profiling/topn/functions
            SCROLL
              /_search/scroll
              /_search/scroll/{scroll_id}
            KEPT_OPEN
              /{index}/_pit
              /_pit
              /{index}/_search/point_in_time
              /_search/point_in_time
              /_async_search/{id}
              /_plugins/_asynchronous_search/{id}
              /_async_search/status/{id}
              /_eql/search/{id}
              /_sql/async/{id}
              /_query/async/{id}
            TERM_VECTORS
              /{index}/_termvectors
              /{index}/_termvectors/{id}
              /{index}/{type}/_termvectors
              /{index}/{type}/{id}/_termvectors
              /_mtermvectors
              /{index}/_mtermvectors
              /{index}/{type}/_mtermvectors
            UPDATE
              /{index}/_update/{id}
              /{index}/{type}/{id}/_update
            BULK
              /_bulk
              /{index}/_bulk
              /{index}/{type}/_bulk
              /_bulk/stream
              /{index}/_bulk/stream
            SCRIPT
              /_scripts/{id}
              /_scripts/{id}/{context}
            RUN_SCRIPT
              /_scripts/painless/_execute
            SIMULATION
              /_ingest/pipeline/_simulate
              /_ingest/pipeline/{id}/_simulate
              /_ingest/_simulate
              /_ingest/{index}/_simulate
            TEXT
              /_search/template
              /{index}/_search/template
              /{index}/{type}/_search/template
              /_msearch/template
              /{index}/_msearch/template
              /{index}/{type}/_msearch/template
              /_application/search_application/{name}/_search
              /_sql
              /_sql/translate
              /_xpack/sql
              /_xpack/sql/translate
              /_query
              /_query/async
              /_esql
              /{index}/_eql/search
              /_plugins/_sql
              /_plugins/_ppl
              /_plugins/_sql/_explain
              /_plugins/_ppl/_explain
            """;

    /** The endpoints by the number of segments in their paths; of several the one with most literals comes first. */
    private static final Map<Integer, List<Endpoint>> ALL = all();

    private static Map<Integer, List<Endpoint>> all() {
        List<Endpoint> all = new ArrayList<>();
        Form form = Form.SEARCH;
        for (String line : PATHS.lines().map(String::strip).toList()) {
            if (line.startsWith("/")) {
                all.add(new Endpoint(form, PathPattern.parse(line)));
                if (line.contains(PLUGINS)) {
                    all.add(new Endpoint(form, PathPattern.parse(line.replace(PLUGINS, OLDER_PLUGINS))));
                }
            } else {
                form = Form.valueOf(line);
            }
        }
        return all.stream()
                .sorted(Comparator.comparingInt(Endpoint::literals).reversed())
                .collect(Collectors.groupingBy(each -> slashes(each.path.toString())));
    }

    private static int slashes(String path) {
        return (int) path.chars().filter(c -> c == '/').count();
    }

    /** The form of what a server makes of the path; null if it does none of that. */
    static @Nullable Form formOf(RequestTarget target) {
        Endpoint endpoint = of(target);
        return endpoint == null ? null : endpoint.form;
    }

    /** The endpoint that a server chooses for the path; null if it does none of that. */
    static @Nullable Endpoint of(RequestTarget target) {
        for (Endpoint each : ALL.getOrDefault(target.rawSegments().size(), List.of())) {
            if (each.path.matches(target)) {
                return each;
            }
        }
        return null;
    }

    private int literals() {
        String text = path.toString();
        return slashes(text) - (int) text.chars().filter(c -> c == '{').count();
    }

    /**
     * The indices in the path, or those that the query names in its place; null if there are none.
     *
     * @throws IllegalArgumentException if an escape is malformed or does not decode to UTF-8
     */
    @Nullable String indices(RequestTarget target) {
        Map<String, String> variables = path.match(target);
        String named = variables == null ? null : variables.get("index");
        return named == null ? target.parameter("index") : named;
    }
}
