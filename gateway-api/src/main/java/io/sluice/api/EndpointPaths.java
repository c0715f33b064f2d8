package io.sluice.api;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Paths for which a server may choose another endpoint than a reader of patterns expects. Servers walk a tree: a segment that names
 * no endpoint at its position becomes a variable, even if it begins with an underscore. So {@code /_nodes/_bulk} is a bulk for an
 * index {@code _nodes}, and to servers with types {@code /logs/_doc/_search} is a search. No index, alias or data stream may have a
 * name that begins with an underscore. Stateless.
 */
final class EndpointPaths {

    /** Segments that follow an index, on any supported server. */
    private static final Set<String> BEHIND_INDEX = Set.of(
            "_alias",
            "_aliases",
            "_analyze",
            "_async_search",
            "_block",
            "_bulk",
            "_cache",
            "_ccr",
            "_clone",
            "_close",
            "_count",
            "_create",
            "_delete_by_query",
            "_disk_usage",
            "_doc",
            "_downsample",
            "_eql",
            "_explain",
            "_field_caps",
            "_field_usage_stats",
            "_fleet",
            "_flush",
            "_forcemerge",
            "_graph",
            "_ilm",
            "_knn_search",
            "_lifecycle",
            "_mapping",
            "_mappings",
            "_mget",
            "_migration",
            "_msearch",
            "_mtermvectors",
            "_mvt",
            "_open",
            "_pit",
            "_rank_eval",
            "_recovery",
            "_refresh",
            "_reload_search_analyzers",
            "_rollover",
            "_rollup",
            "_rollup_search",
            "_scale",
            "_search",
            "_search_shards",
            "_searchable_snapshots",
            "_segments",
            "_setting",
            "_settings",
            "_shard_stores",
            "_shrink",
            "_source",
            "_split",
            "_stats",
            "_terms_enum",
            "_termvectors",
            "_tier",
            "_update",
            "_update_by_query",
            "_upgrade",
            "_validate",
            "ingestion");

    /** Segments that follow an index and a type: Elasticsearch 7, and 8 if a client asks for the API of 7. */
    private static final Set<String> BEHIND_TYPE = Set.of(
            "_bulk",
            "_count",
            "_delete_by_query",
            "_mapping",
            "_mappings",
            "_mget",
            "_msearch",
            "_mtermvectors",
            "_search",
            "_termvectors",
            "_update_by_query",
            "_validate");

    /** What follows an index in paths of OpenSearch 3 that look like those of a type and an id. */
    private static final Set<String> LIKE_TYPE_AND_ID =
            Set.of("ingestion/_pause", "ingestion/_resume", "ingestion/_state");

    /** Segments that follow an index, a type and an id: Elasticsearch 7. */
    private static final Set<String> BEHIND_ID = Set.of("_create", "_explain", "_source", "_termvectors", "_update");

    /** Endpoints whose paths look like paths of an index. */
    private static final Set<String> ENDPOINTS =
            Set.of("_data_stream/_stats", "_enrich/_stats", "_transform/_stats", "_transform/_upgrade");

    /** The first and the third segment of endpoints whose paths look like paths of an index and a type. */
    private static final Set<String> LONGER_ENDPOINTS = Set.of("_data_stream/_mappings", "_ml/_validate");

    /** The beginnings of longer paths of plugins that look like paths of an index. */
    private static final Set<String> PLUGINS = Set.of("_opendistro/_rollup", "_plugins/_rollup");

    private EndpointPaths() {}

    /** Why a server may choose another endpoint for the path; null if none does. */
    static @Nullable String ambiguity(List<String> rawSegments) {
        int count = rawSegments.size();
        if (count == 0) {
            return null;
        }
        String first = rawSegments.getFirst();
        boolean name = isName(first);
        if (!name && !isWord(first)) {
            return "the path begins with an underscore, as endpoints do, and is no name of one";
        }
        if (!name && count > 1 && BEHIND_INDEX.contains(rawSegments.get(1))) {
            String endpoint = first + '/' + rawSegments.get(1);
            if (!(count == 2 ? ENDPOINTS : PLUGINS).contains(endpoint)) {
                return "the path has an endpoint where the index stands";
            }
        }
        if (count > 2 && BEHIND_TYPE.contains(rawSegments.get(2))) {
            boolean single = name
                    ? !BEHIND_INDEX.contains(rawSegments.get(1))
                    : LONGER_ENDPOINTS.contains(first + '/' + rawSegments.get(2));
            if (!single) {
                return "the path has an endpoint where a name stands";
            }
        }
        return isFieldLikeAnEndpoint(rawSegments) ? "the path has a field that is named like an endpoint" : null;
    }

    /** Whether the path has the length of an index, a type and an id, but an endpoint where the id would stand. */
    static boolean hasEndpointForId(List<String> rawSegments) {
        return rawSegments.size() == 3
                && (BEHIND_TYPE.contains(rawSegments.get(2))
                        || LIKE_TYPE_AND_ID.contains(rawSegments.get(1) + '/' + rawSegments.get(2)));
    }

    // /logs/_mapping/field/_source does not address a document of the type _mapping.
    private static boolean isFieldLikeAnEndpoint(List<String> rawSegments) {
        return rawSegments.size() == 4
                && rawSegments.get(1).equals("_mapping")
                && rawSegments.get(2).equals("field")
                && BEHIND_ID.contains(rawSegments.get(3));
    }

    /** Whether the first segment of a path is the name of an index, or stands for all of them. */
    static boolean isName(String first) {
        return first.charAt(0) != '_' || first.equals("_all");
    }

    private static boolean isWord(String segment) {
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            if (!plain && c != '_' && c != '-' && c != '.') {
                return false;
            }
        }
        return true;
    }
}
