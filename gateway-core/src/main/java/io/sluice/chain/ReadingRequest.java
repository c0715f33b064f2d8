package io.sluice.chain;

import io.sluice.api.PathPattern;
import io.sluice.api.RequestTarget;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tells requests that change no data from those that do. What a segment means depends on its place: {@code /logs/_update/_count} changes the
 * document {@code _count}.
 */
public final class ReadingRequest {
    private static final Set<String> READING =
            Set.of("_search", "_msearch", "_count", "_mget", "_field_caps", "_analyze");

    /** Those of them that may follow a type, on servers that have types; a document may have the others' names for an id there. */
    private static final Set<String> READING_TYPES = Set.of("_search", "_msearch", "_count", "_mget");

    /** What lasts longer than one request, or may: cursors of {@code _sql} and results that are kept. */
    private static final Set<String> STATEFUL =
            Set.of("_pit", "_async_search", "_sql", "_eql", "_esql", "_query", "_ppl");

    private static final Set<String> STATEFUL_OF_INDEX = Set.of("_pit", "_async_search", "_eql");
    /** Paths of further reads, which not every server has. */
    private static final List<PathPattern> FURTHER = Stream.of(
                    "/_search/template",
                    "/{index}/_search/template",
                    "/{index}/{type}/_search/template",
                    "/_msearch/template",
                    "/{index}/_msearch/template",
                    "/{index}/{type}/_msearch/template",
                    "/_render/template",
                    "/_render/template/{id}",
                    "/{index}/_termvectors",
                    "/{index}/_termvectors/{id}",
                    "/{index}/{type}/{id}/_termvectors",
                    "/_mtermvectors",
                    "/{index}/_mtermvectors",
                    "/_rank_eval",
                    "/{index}/_rank_eval",
                    "/_search_shards",
                    "/{index}/_search_shards",
                    "/{index}/_terms_enum",
                    "/{index}/_knn_search",
                    "/{index}/_graph/explore",
                    "/{index}/{type}/_graph/explore",
                    "/{index}/_mvt/{field}/{zoom}/{x}/{y}")
            .map(PathPattern::parse)
            .toList();

    private static final Set<String> FURTHER_TYPES = Set.of("_termvectors", "_mtermvectors");
    private static final Set<String> STATEFUL_SEARCHES = Set.of("scroll", "point_in_time");
    private static final Set<String> STATEFUL_PLUGINS = Set.of("_asynchronous_search", "_sql", "_ppl");
    private static final Set<String> PLUGINS = Set.of("_plugins", "_opendistro");

    private ReadingRequest() {}

    /** Whether the request only reads; it may open or close a search context. */
    public static boolean is(String method, RequestTarget target) {
        return isPlain(method, target) || method.equals("POST") && (isStateful(target) || readsFurther(target));
    }

    /** Whether the request only reads, opens nothing by its path, and is known by every server, which matters where it is sent again. */
    public static boolean isPlain(String method, RequestTarget target) {
        return switch (method) {
            case "GET", "HEAD", "OPTIONS" -> true;
            case "POST" -> reads(segments(target));
            default -> false;
        };
    }

    /** True if the path is one of a scroll, a point in time, an asynchronous search or a query language with cursors. */
    static boolean isStateful(RequestTarget target) {
        return isStateful(segments(target));
    }

    private static boolean isStateful(List<String> segments) {
        String first = at(segments, 0);
        String second = at(segments, 1);
        if (isName(first)) {
            return STATEFUL_OF_INDEX.contains(second)
                    || PLUGINS.contains(second) && at(segments, 2).equals("_asynchronous_search")
                    || second.equals("_search") && STATEFUL_SEARCHES.contains(at(segments, 2));
        }
        return STATEFUL.contains(first)
                || first.equals("_search") && STATEFUL_SEARCHES.contains(second)
                || PLUGINS.contains(first) && STATEFUL_PLUGINS.contains(second);
    }

    /** Whether its URL says that what the request opens lasts longer than it, or was opened before it. */
    public static boolean isOneOfSeveral(String method, RequestTarget target) {
        // What stands before a server may decode the path.
        return isStateful(target)
                || isStateful(decoded(target))
                || target.rawQuery() != null && opensScroll(target) && is(method, target);
    }

    private static boolean opensScroll(RequestTarget target) {
        try {
            return target.parameter("scroll") != null;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    // Servers compare endpoints raw: /logs/event/%5Fsearch is a document.
    private static List<String> segments(RequestTarget target) {
        return decoded(target).isEmpty() ? List.of() : target.rawSegments();
    }

    // A target with a malformed escape is refused by servers, so it names no endpoint.
    private static List<String> decoded(RequestTarget target) {
        try {
            return target.segments();
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    private static String at(List<String> segments, int index) {
        return index < segments.size() ? segments.get(index) : "";
    }

    /** Whether a segment is the name of an index or of a type, not that of an endpoint. */
    private static boolean isName(String segment) {
        return !segment.startsWith("_") || segment.equals("_all");
    }

    private static boolean readsFurther(RequestTarget target) {
        List<String> segments = segments(target);
        return FURTHER.stream().anyMatch(path -> path.matches(target))
                || segments.size() == 3
                        && isName(segments.getFirst())
                        && isName(segments.get(1))
                        && FURTHER_TYPES.contains(segments.get(2));
    }

    private static boolean reads(List<String> segments) {
        return isName(at(segments, 0)) ? readsIndex(segments) : readsAll(segments);
    }

    private static boolean readsAll(List<String> segments) {
        return switch (segments.size()) {
            case 1 -> READING.contains(segments.getFirst());
            case 2 -> segments.getFirst().equals("_validate") && segments.get(1).equals("query");
            default -> false;
        };
    }

    private static boolean readsIndex(List<String> segments) {
        String second = at(segments, 1);
        String third = at(segments, 2);
        return switch (segments.size()) {
            case 2 -> READING.contains(second);
            case 3 ->
                second.equals("_explain")
                        || second.equals("_validate") && third.equals("query")
                        || isName(second) && READING_TYPES.contains(third);
            case 4 ->
                isName(second)
                        && (third.equals("_validate") && segments.get(3).equals("query")
                                || segments.get(3).equals("_explain"));
            default -> false;
        };
    }
}
