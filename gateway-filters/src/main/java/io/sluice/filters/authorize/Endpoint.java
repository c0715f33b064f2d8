package io.sluice.filters.authorize;

import io.sluice.api.PathPattern;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.filters.handle.HandleKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A row of the table: what requests with a path do, and where they name indices. Immutable. */
final class Endpoint {

    private static final String TYPE = "{type}";
    private static final String INDEX = "{index}";
    private static final String PARTS = "{parts}";
    /**
     * Parts of the cluster's state that say nothing but of nodes and of the indices in the path: others have pipelines, scripts and
     * templates, and blocks are those of all indices.
     */
    private static final Set<String> PLAIN_PARTS =
            Set.of("version", "master_node", "cluster_manager_node", "nodes", "routing_table", "routing_nodes");

    /** What tells that an endpoint opens, continues or closes something, which has an id. */
    private static final Map<String, HandleKind> HANDLES = Map.of(
            "scroll", HandleKind.SCROLL,
            "_pit", HandleKind.POINT_IN_TIME,
            "point_in_time", HandleKind.POINT_IN_TIME,
            "_async_search", HandleKind.ASYNC_SEARCH,
            "_asynchronous_search", HandleKind.ASYNC_SEARCH,
            "_eql", HandleKind.EQL_SEARCH);

    /** What only some servers have, for which GET and POST do the same. */
    private static final Set<String> OF_SOME_SERVERS =
            Set.of("_terms_enum", "_eql", "_graph", "_rank_eval", "template");

    /** A parameter of searches that are not waited for, and its default. */
    private static final RequestTarget.Parameter WAIT =
            new RequestTarget.Parameter("wait_for_completion_timeout", "1s");

    private final Set<EndpointClass> classes;
    private final PathPattern path;
    private final Form form;
    private final int allAt;
    private final int literals;
    private final int indexAt;
    private final @Nullable HandleKind handle;
    private final boolean typed;
    private final int partsAt;
    private final List<String> segments;
    private final boolean exact;

    /**
     * Makes a row.
     *
     * @param classes all of which the request needs for each of its indices
     * @param path with {@code {index}} for an expression of indices and {@code {other}} for a second name
     * @param form where the request names indices besides
     * @param allAt the position in the path where names would stand if the request names none and means all of them; -1 if it does not
     * @param exact whether wildcards in the path are never put in other words
     */
    Endpoint(Set<EndpointClass> classes, PathPattern path, Form form, int allAt, boolean exact) {
        this.exact = exact;
        this.classes = classes;
        this.path = path;
        this.form = form;
        this.allAt = allAt;
        this.segments = Arrays.stream(path.toString().split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList();
        this.literals =
                (int) segments.stream().filter(segment -> !isVariable(segment)).count();
        this.indexAt = segments.indexOf(INDEX);
        this.handle = segments.stream()
                .map(HANDLES::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        this.typed = segments.contains(TYPE);
        this.partsAt = segments.indexOf(PARTS);
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith("{");
    }

    /** All that the request needs for each of its indices. */
    Set<EndpointClass> classes() {
        return classes;
    }

    /** Where the request names indices besides its path. */
    Form form() {
        return form;
    }

    /** Whether a request that names no index in its path means all of them. */
    boolean orAll() {
        return allAt >= 0;
    }

    /** The position in the path where the names of its indices would stand; -1 if it does not mean all of them. */
    int allAt() {
        return allAt;
    }

    /**
     * Whether wildcards in the path are never put in other words: servers refuse them there, always or by a setting, and are to go on
     * doing so.
     */
    boolean isExact() {
        return exact;
    }

    /** The number of segments that are no variables. */
    int literals() {
        return literals;
    }

    /** Whether Elasticsearch 7 takes it for the write of a document, unless it has a parameter that no write has. */
    boolean needsKeepAlive() {
        return indexAt >= 0 && handle == HandleKind.POINT_IN_TIME;
    }

    /**
     * A request as it goes on. A server that lacks the endpoint would take a POST for the write of a document, and make the index, if it has
     * types: it is sent as GET, or with a parameter that no write has.
     */
    RequestHead asRead(RequestHead head) {
        if (indexAt < 0 || !head.method().equals("POST") || !classes.equals(Set.of(EndpointClass.READ))) {
            return head;
        }
        if (handle == HandleKind.ASYNC_SEARCH) {
            RequestTarget target = head.target();
            return target.parameter(WAIT.name()) == null
                    ? head.withTarget(target.withParameters(Stream.concat(target.parameters().stream(), Stream.of(WAIT))
                            .toList()))
                    : head;
        }
        return segments.stream().anyMatch(OF_SOME_SERVERS::contains) ? head.withMethod("GET") : head;
    }

    /** Whether it reads the terms of documents. */
    boolean readsTerms() {
        return segments.contains("_termvectors") || segments.contains("_mtermvectors");
    }

    /** Whether it is about data streams. */
    boolean namesStreams() {
        return segments.getFirst().equals("_data_stream");
    }

    /** Whether it reads or changes the aliases of indices. */
    boolean isAboutAliases() {
        return segments.contains("_alias") || segments.contains("_aliases");
    }

    /** The position of the segment with the indices; -1 if there is none. */
    int indexAt() {
        return indexAt;
    }

    /** What the request opens, continues or closes; null if that is nothing. */
    @Nullable HandleKind handle() {
        return handle;
    }

    /** The position of the segment with the id of what is open, the last one; -1 if there is none. */
    int handleAt() {
        return form == Form.HANDLE && isVariable(segments.getLast()) ? segments.size() - 1 : -1;
    }

    /** Where a request names indices besides its path. */
    enum Form {
        /** Nowhere. */
        PATH,
        /** In queries of its body. */
        QUERY,
        /** The same, or it continues a point in time, which the path does not name. */
        SEARCH,
        /** In its body, for each document. */
        DOCUMENTS,
        /** In the headers of its searches. */
        LINES,
        /** In its items. */
        BULK,
        /** In the source and the destination of its body. */
        REINDEX,
        /** In its actions on aliases. */
        ALIASES,
        /** In the aliases and fields of an index. */
        DEFINITION,
        /** In a text that is not read here. */
        TEXT,
        /** By the id of something that is open. */
        HANDLE,
        /** It concerns no index, and nothing that needs a permission of its own. */
        GREETING,
        /** It concerns no index. */
        NONE
    }

    /**
     * A request's endpoint and the names in its path.
     *
     * @param indices decoded; null if there are none
     * @param other a second name, decoded; null if there is none
     */
    record Match(
            Endpoint endpoint,
            @Nullable String indices,
            @Nullable String other) {

        /** Whether a request with the other match does the same to the same indices. */
        boolean isLike(Match match) {
            return endpoint.classes.equals(match.endpoint.classes)
                    && endpoint.form == match.endpoint.form
                    && String.valueOf(indices).equals(String.valueOf(match.indices))
                    && String.valueOf(other).equals(String.valueOf(match.other));
        }
    }

    /** How many segments its path has. */
    int length() {
        return segments.size();
    }

    /** Whether this row is about a request of its methods. */
    boolean matches(RequestTarget target) {
        return path.matches(target) && namesNoEndpoint(target) && hasPlainParts(target);
    }

    private boolean hasPlainParts(RequestTarget target) {
        return partsAt < 0
                || PLAIN_PARTS.containsAll(
                        List.of(target.segments().get(partsAt).split(",", -1)));
    }

    // To servers with types, a segment with an underscore is no type, and behind a type no id.
    private boolean namesNoEndpoint(RequestTarget target) {
        for (int i = 1; typed && i < segments.size(); i++) {
            if (isVariable(segments.get(i)) && target.rawSegments().get(i).charAt(0) == '_') {
                return false;
            }
        }
        return true;
    }

    /**
     * The request's names.
     *
     * @throws IllegalArgumentException if an escape is malformed or does not decode to UTF-8
     */
    Match match(RequestTarget target) {
        Map<String, String> variables = path.match(target);
        return variables == null
                ? new Match(this, null, null)
                : new Match(this, variables.get("index"), variables.get("other"));
    }
}
