package io.sluice.filters.authorize;

import static io.sluice.filters.authorize.Endpoint.Form;

import io.sluice.api.PathPattern;
import io.sluice.api.RequestTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What each endpoint of Elasticsearch 7 to 9 and OpenSearch 2 and 3 does. One that is not listed is of the class {@code cluster}. Immutable. */
final class Endpoints {

    /**
     * Columns: classes, methods, path, form. {@code [/{index}]} may be missing, which means all indices. Where the form has an exclamation
     * mark, wildcards are judged as they are.
     */
    private static final String TABLE = """
            read        GET,HEAD         /                                     greeting
            read        GET,POST         [/{index}]/_search                    search
            read        GET,POST         /{index}/{type}/_search               search
            read        GET,POST         [/{index}]/_async_search              search
            read        GET,POST         [/{index}]/_plugins/_asynchronous_search      search
            read        GET,POST         [/{index}]/_opendistro/_asynchronous_search   search
            read        GET,POST         [/{index}]/_msearch                   lines
            read        GET,POST         /{index}/{type}/_msearch              lines
            read        GET,POST         [/{index}]/_count                     query
            read        GET,POST         /{index}/{type}/_count                query
            read        GET,POST         [/{index}]/_validate/query            query
            read        GET,POST         /{index}/{type}/_validate/query       query
            read        GET,POST         /{index}/_explain/{id}                query!
            read        GET,POST         /{index}/{type}/{id}/_explain         query!
            read        GET,POST         /{index}/_doc/{id}/_explain           query!
            read        GET,POST         [/{index}]/_field_caps                query
            monitor     GET,POST         [/{index}]/_search_shards             query
            read        GET,POST         /{index}/_terms_enum                  query
            read        GET,POST         /{index}/_eql/search                  query
            read        GET,POST         /{index}/_graph/explore               query
            read        GET,POST         /{index}/{type}/_graph/explore        query
            read        GET,POST         /{index}/_mvt/{field}/{zoom}/{x}/{y}  query
            read        POST             /{index}/_pit                         query
            read        POST             /{index}/_search/point_in_time        query
            read        DELETE           /_pit                                 handle
            read        DELETE           /_search/point_in_time                handle
            read        GET,POST,DELETE  /_search/scroll                       handle
            read        GET,POST,DELETE  /_search/scroll/{scroll_id}           handle
            read        GET,DELETE       /_async_search/{id}                   handle
            read        GET              /_async_search/status/{id}            handle
            read        GET,DELETE       /_eql/search/{id}                     handle
            read        GET              /_eql/search/status/{id}              handle
            read        GET,DELETE       /_plugins/_asynchronous_search/{id}   handle
            read        GET,DELETE       /_opendistro/_asynchronous_search/{id}    handle
            read        GET,POST         [/{index}]/_search/template           text
            read        GET,POST         /{index}/{type}/_search/template      text
            read        GET,POST         [/{index}]/_msearch/template          text
            read        GET,POST         /{index}/{type}/_msearch/template     text
            read        GET,POST         [/{index}]/_rank_eval                 text
            read        GET,POST         /views/{view}/_search                 text
            read        GET,POST         /_sql                                 text
            read        POST             /_sql/close                           text
            read        GET,POST         /_sql/translate                       text
            read        POST             /_query                               text
            read        POST             /_query/async                         text
            read,write  GET,POST         /_plugins/_sql                        text
            read        GET,POST         /_plugins/_ppl                        text
            read        GET,HEAD         /{index}/_doc/{id}                    path!
            read        GET,HEAD         /{index}/_source/{id}                 path!
            read        GET,HEAD         /{index}/{type}/{id}                  path!
            read        GET,HEAD         /{index}/{type}/{id}/_source          path!
            read        GET,HEAD         /{index}/_doc/{id}/_source            path!
            read        GET,POST         /{index}/_termvectors                 documents!
            read        GET,POST         /{index}/_termvectors/{id}            documents!
            read        GET,POST         /{index}/{type}/_termvectors          documents!
            read        GET,POST         /{index}/{type}/{id}/_termvectors     documents!
            read        GET,POST         /{index}/_doc/{id}/_termvectors       documents!
            read        GET,POST         /_mget                                documents
            read        GET,POST         /{index}/_mget                        documents
            read        GET,POST         /{index}/{type}/_mget                 documents
            read        GET,POST         /_mtermvectors                        documents
            read        GET,POST         /{index}/_mtermvectors                documents
            read        GET,POST         /{index}/{type}/_mtermvectors         documents
            monitor     GET,POST         /_analyze                             none
            read        GET,POST         /{index}/_analyze                     documents
            read        GET,HEAD         /{index}                              path
            read        GET              [/{index}]/_mapping                   path
            read        GET              [/{index}]/_mappings                  path
            read        GET              [/{index}]/_mapping/field/{fields}    path
            read        GET,HEAD         [/{index}]/_mapping/{type}            path
            read        GET              /{index}/_mappings/{type}             path
            read        GET              /{index}/{type}/_mapping              path
            read        GET              [/{index}]/_mapping/{type}/field/{fields} path
            read        GET              /{index}/{type}/_mapping/field/{fields} path
            read        GET              [/{index}]/_settings                  path
            read        GET              [/{index}]/_settings/{name}           path
            read        GET              [/{index}]/_alias                     path
            read        GET,HEAD         [/{index}]/_alias/{name}              path
            read        GET              /_resolve/index/{index}               path
            read        GET              /_data_stream/{index}                 path
            monitor     GET              /_data_stream[/{index}]/_stats        path
            write       PUT,POST         /{index}/_doc/{id}                    path!
            write       POST             /{index}/_doc                         path!
            write       PUT,POST         /{index}/_create/{id}                 path!
            write       DELETE           /{index}/_doc/{id}                    path!
            write       POST             /{index}/_update/{id}                 path!
            write       POST             /{index}/{type}                       path!
            write       PUT,POST,DELETE  /{index}/{type}/{id}                  path!
            write       PUT,POST         /{index}/{type}/{id}/_create          path!
            write       PUT,POST         /{index}/_doc/{id}/_create            path!
            write       POST             /{index}/{type}/{id}/_update          path!
            write       POST             /{index}/_doc/{id}/_update            path!
            write       PUT,POST         /_bulk                                bulk
            write       PUT,POST         /{index}/_bulk                        bulk
            write       PUT,POST         /{index}/{type}/_bulk                 bulk
            write       GET,POST         [/{index}]/_refresh                   path
            write       GET,POST         [/{index}]/_flush                     path
            read,write  POST             /{index}/_update_by_query             query
            read,write  POST             /{index}/_delete_by_query             query
            read,write  POST             /{index}/{type}/_update_by_query      query
            read,write  POST             /{index}/{type}/_delete_by_query      query
            read,write  POST             /_reindex                             reindex
            manage      PUT              /{index}                              definition!
            manage      DELETE           /{index}                              path!
            manage      PUT,POST         [/{index}]/_mapping                   definition
            manage      PUT,POST         [/{index}]/_mappings                  definition
            manage      PUT,POST         [/{index}]/_mapping/{type}            definition
            manage      PUT,POST         [/{index}]/_mappings/{type}           definition
            manage      PUT,POST         /{index}/{type}/_mapping              definition
            manage      PUT,POST         /{index}/{type}/_mappings             definition
            manage      PUT              [/{index}]/_settings                  definition
            manage      POST             /{index}/_open                        path!
            manage      POST             /{index}/_close                       path!
            manage      PUT              /{index}/_block/{block}               path!
            read,manage PUT,POST         /{index}/_clone/{other}               definition!
            read,manage PUT,POST         /{index}/_shrink/{other}              definition!
            read,manage PUT,POST         /{index}/_split/{other}               definition!
            manage      POST             /{index}/_rollover                    definition!
            manage      POST             /{index}/_rollover/{other}            definition!
            manage      PUT,POST         /{index}/_alias/{other}               aliases
            manage      DELETE           /{index}/_alias/{other}               path
            manage      PUT,POST         /{index}/_aliases/{other}             aliases
            manage      DELETE           /{index}/_aliases/{other}             path
            manage      POST             /_aliases                             aliases
            manage      POST             [/{index}]/_forcemerge                path
            manage      POST             [/{index}]/_cache/clear               path
            manage      GET,POST         /{index}/_reload_search_analyzers     path
            manage      PUT,DELETE       /_data_stream/{index}                 path!
            monitor     GET              [/{index}]/_stats                     path
            monitor     GET              [/{index}]/_stats/{metric}            path
            monitor     GET              [/{index}]/_segments                  path
            monitor     GET              [/{index}]/_recovery                  path
            monitor     GET              [/{index}]/_shard_stores              path
            read        GET,HEAD         /_cat/count[/{index}]                 query
            monitor     GET,HEAD         /_cat/indices[/{index}]               path
            monitor     GET,HEAD         /_cat/shards[/{index}]                path
            monitor     GET,HEAD         /_cat/segments[/{index}]              path
            monitor     GET,HEAD         /_cat/recovery[/{index}]              path
            monitor     GET,HEAD         /_cat/segment_replication[/{index}]   path
            monitor     GET,HEAD         /_cat/**                              none
            monitor     GET              /_list                                none
            monitor     GET              /_list/indices[/{index}]              path
            monitor     GET              /_list/shards[/{index}]               path
            monitor     GET,HEAD         /_cluster/health[/{index}]            path
            cluster     GET              /_cluster/state                       none
            monitor     GET              /_cluster/state/{parts}[/{index}]     path
            monitor     GET              /_cluster/stats/**                    none
            monitor     GET              /_cluster/settings                    none
            monitor     GET              /_cluster/pending_tasks               none
            monitor     GET              /_nodes/**                            none
            monitor     GET              /_tasks/**                            none
            monitor     GET              /_remote/info                         none
            monitor     GET              /_license                             none
            monitor     GET,HEAD         /_xpack                               none
            monitor     GET              /_health_report/**                    none
            """;

    private static final int NONE = -1;
    private static final String EXACT = "!";
    private static final Endpoint UNKNOWN =
            new Endpoint(Set.of(EndpointClass.CLUSTER), PathPattern.parse("/**"), Form.NONE, NONE, false);
    private static final String OPTIONAL = "[/{index}]";

    /** The rows by method, then by the number of segments in their paths; of several the one with most literals comes first. */
    private static final Map<String, List<List<Endpoint>>> BY_LENGTH = new HashMap<>();

    /** The rows for any number of segments, by method. */
    private static final Map<String, List<Endpoint>> OPEN = new HashMap<>();

    static {
        for (String line : TABLE.lines().toList()) {
            String[] columns = line.strip().split(" +");
            add(columns, columns[2].replace(OPTIONAL, "/{index}"), NONE);
            int optional = columns[2].indexOf(OPTIONAL);
            if (optional >= 0) {
                add(columns, columns[2].replace(OPTIONAL, ""), slashes(columns[2].substring(0, optional)));
            }
        }
        Comparator<Endpoint> mostLiterals =
                Comparator.comparingInt(Endpoint::literals).reversed();
        BY_LENGTH.values().forEach(lengths -> lengths.forEach(rows -> rows.sort(mostLiterals)));
    }

    private Endpoints() {}

    private static void add(String[] columns, String path, int allAt) {
        EnumSet<EndpointClass> classes = Arrays.stream(columns[0].split(","))
                .map(name -> EndpointClass.valueOf(name.toUpperCase(Locale.ROOT)))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(EndpointClass.class)));
        String form = columns[3].replace(EXACT, "").toUpperCase(Locale.ROOT);
        Endpoint endpoint =
                new Endpoint(classes, PathPattern.parse(path), Form.valueOf(form), allAt, columns[3].endsWith(EXACT));
        for (String method : columns[1].split(",")) {
            if (path.endsWith("**")) {
                OPEN.computeIfAbsent(method, any -> new ArrayList<>()).add(endpoint);
            } else {
                rows(method, endpoint.length()).add(endpoint);
            }
        }
    }

    private static int slashes(String path) {
        return (int) path.chars().filter(c -> c == '/').count();
    }

    private static List<Endpoint> rows(String method, int length) {
        List<List<Endpoint>> lengths = BY_LENGTH.computeIfAbsent(method, any -> new ArrayList<>());
        while (lengths.size() <= length) {
            lengths.add(new ArrayList<>());
        }
        return lengths.get(length);
    }

    /**
     * The row of a request whose target is not ambiguous, with the names in its path.
     *
     * @throws IllegalArgumentException if an escape is malformed or does not decode to UTF-8
     */
    static Endpoint.Match of(String method, RequestTarget target) {
        List<List<Endpoint>> lengths = BY_LENGTH.getOrDefault(method, List.of());
        int length = target.rawSegments().size();
        Endpoint found = length < lengths.size() ? first(lengths.get(length), target) : null;
        if (found == null) {
            found = first(OPEN.getOrDefault(method, List.of()), target);
        }
        return (found == null ? UNKNOWN : found).match(target);
    }

    private static @Nullable Endpoint first(List<Endpoint> rows, RequestTarget target) {
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).matches(target)) {
                return rows.get(i);
            }
        }
        return null;
    }
}
