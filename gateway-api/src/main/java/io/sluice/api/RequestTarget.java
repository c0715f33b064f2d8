package io.sluice.api;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request target in origin-form: path and query as they were sent, and read as Elasticsearch reads them. The path is split on
 * {@code /}, empty segments are ignored, each is decoded once (RFC 3986; {@code +} stays). Immutable; what is derived is computed
 * when first asked for.
 */
public final class RequestTarget {

    private final String raw;
    private final int queryMark;
    private @Nullable String rawQuery;
    private @Nullable List<String> rawSegments;
    private @Nullable List<String> segments;
    private @Nullable List<Parameter> parameters;

    private RequestTarget(String raw) {
        this.raw = raw;
        this.queryMark = raw.indexOf('?');
    }

    /**
     * One parameter of the query.
     *
     * @param name decoded
     * @param value decoded; empty where there is no {@code =}
     */
    public record Parameter(String name, String value) {}

    /**
     * Reads a target.
     *
     * @throws IllegalArgumentException if it does not start with {@code /}, has a fragment, or a character that no target may have
     */
    public static RequestTarget parse(String raw) {
        if (raw.isEmpty() || raw.charAt(0) != '/') {
            throw new IllegalArgumentException("a request target must start with '/'");
        }
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c <= ' ' || c >= 0x7f || c == '#') {
                throw new IllegalArgumentException("a request target must not contain character " + (int) c);
            }
        }
        return new RequestTarget(raw);
    }

    /** The target as it was sent. */
    public String raw() {
        return raw;
    }

    /** The path as it was sent, without the query. */
    public String rawPath() {
        return queryMark < 0 ? raw : raw.substring(0, queryMark);
    }

    /** The query as it was sent, without the question mark; null if there is none. */
    public @Nullable String rawQuery() {
        String result = rawQuery;
        if (result == null && queryMark >= 0) {
            result = raw.substring(queryMark + 1);
            rawQuery = result;
        }
        return result;
    }

    /** The path's segments as they were sent, empty ones left out. */
    public List<String> rawSegments() {
        List<String> result = rawSegments;
        if (result == null) {
            result = split(rawPath());
            rawSegments = result;
        }
        return result;
    }

    /**
     * The path's segments, each decoded once, empty ones left out.
     *
     * @throws IllegalArgumentException if an escape is malformed or does not decode to UTF-8
     */
    public List<String> segments() {
        List<String> result = segments;
        if (result == null) {
            List<String> raw = rawSegments();
            result = rawPath().indexOf('%') < 0
                    ? raw
                    : raw.stream()
                            .map(segment -> PercentCoding.decode(segment, false))
                            .toList();
            segments = result;
        }
        return result;
    }

    /**
     * The query's parameters in order, repetitions kept, as servers split them: at {@code &} and at {@code ;}. {@code +} is a space.
     *
     * @throws IllegalArgumentException if an escape is malformed or does not decode to UTF-8
     */
    public List<Parameter> parameters() {
        List<Parameter> result = parameters;
        if (result == null) {
            String query = rawQuery();
            result = query == null ? List.of() : QueryString.parse(query);
            parameters = result;
        }
        return result;
    }

    /** The last value of a parameter, as Elasticsearch reads it; null if it is not there. */
    public @Nullable String parameter(String name) {
        if (queryMark < 0) {
            return null;
        }
        String found = null;
        for (Parameter parameter : parameters()) {
            if (parameter.name().equals(name)) {
                found = parameter.value();
            }
        }
        return found;
    }

    /**
     * A parameter as a whole number, read as Elasticsearch reads it ({@link Long#parseLong}).
     *
     * @param otherwise if the parameter is not there, or no number, which the server refuses by itself
     */
    public long number(String name, long otherwise) {
        String value = parameter(name);
        try {
            return value == null ? otherwise : Long.parseLong(value);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /**
     * The same query with another path, given raw.
     *
     * @throws IllegalArgumentException if it is not the path of a target, or has a query of its own
     */
    public RequestTarget withRawPath(String path) {
        if (path.indexOf('?') >= 0) {
            throw new IllegalArgumentException("a path must not have a query: " + path);
        }
        return parse(queryMark < 0 ? path : path + raw.substring(queryMark));
    }

    /** The same path with another query, given raw without the question mark; null for none. */
    public RequestTarget withRawQuery(@Nullable String query) {
        return parse(query == null ? rawPath() : rawPath() + '?' + query);
    }

    /**
     * The same path with another query, written from its parameters; none if there are none.
     *
     * @throws IllegalArgumentException if a parameter has no name, or half a surrogate pair
     */
    public RequestTarget withParameters(List<Parameter> parameters) {
        return withRawQuery(parameters.isEmpty() ? null : QueryString.write(parameters));
    }

    /**
     * The target written anew from what was read, so that nothing goes on that was not understood: empty segments are left out, a
     * plus in the path is escaped, the query consists of its parameters. Itself where that changes nothing.
     *
     * @throws IllegalArgumentException if an escape in the query is malformed or does not decode to UTF-8
     */
    public RequestTarget canonical() {
        boolean plainPath = isPlainPath();
        String query = rawQuery();
        if (plainPath && (query == null || QueryString.isCanonical(query))) {
            return this;
        }
        String path =
                plainPath ? rawPath() : "/" + String.join("/", rawSegments()).replace("+", "%2B");
        return parse(path).withParameters(parameters());
    }

    /**
     * Why two readers may understand the target differently, or null if they may not. In the path: dot segments, an encoded slash,
     * percent sign or backslash outside the id of a document, an encoded control character, an escape of a character that needs none,
     * malformed escapes, a backslash; an endpoint in the place of a name ({@code /_nodes/_bulk}). In the query: a semicolon, a value
     * without a name, escapes that are malformed or not UTF-8.
     */
    public @Nullable String ambiguity() {
        List<String> all = rawSegments();
        for (int i = 0; i < all.size(); i++) {
            String reason = ambiguityOf(all.get(i), IdSegment.isAt(i, all));
            if (reason != null) {
                return reason;
            }
        }
        return ambiguityBesideSegments();
    }

    /**
     * Why servers may understand the target differently from each other or from its segments and parameters, or null if they may
     * not: as {@link #ambiguity()}, but for dot segments, backslashes and escapes that can be decoded. Servers split a path at its
     * raw slashes, compare endpoints raw and decode names once, so all of them read these alike. For whoever writes what a path
     * names anew into a body; whoever decides by a path, or sends it on to be read again, asks {@link #ambiguity()}.
     */
    public @Nullable String ambiguityToServers() {
        try {
            segments();
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
        return ambiguityBesideSegments();
    }

    private @Nullable String ambiguityBesideSegments() {
        String reason = EndpointPaths.ambiguity(rawSegments());
        String query = rawQuery();
        return reason != null || query == null ? reason : ambiguityOfQuery(query);
    }

    private @Nullable String ambiguityOfQuery(String query) {
        String reason = QueryString.ambiguity(query);
        if (reason != null || query.indexOf('%') < 0) {
            return reason;
        }
        try {
            parameters();
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    private static @Nullable String ambiguityOf(String segment, boolean id) {
        if (segment.equals(".") || segment.equals("..")) {
            return "the path has a dot segment";
        }
        if (segment.indexOf('\\') >= 0) {
            return "the path has a backslash";
        }
        if (segment.indexOf('%') < 0) {
            return null;
        }
        for (int i = segment.indexOf('%'); i >= 0; i = segment.indexOf('%', i + 1)) {
            int c = PercentCoding.byteAt(segment, i);
            if (c < 0) {
                return "the path has a malformed escape";
            }
            boolean slash = c == '/' || c == '%' || c == '\\';
            if (c < ' ' || c == 0x7f || slash && !(id && IdSegment.mayHave(segment, i))) {
                return "the path has an encoded slash, backslash, percent sign or control character";
            }
            if (c < 0x80 && (Character.isLetterOrDigit(c) || c == '-' || c == '.' || c == '_' || c == '~')) {
                return "the path has an escape of a character that needs none";
            }
        }
        try {
            PercentCoding.decode(segment, false);
            return id ? IdSegment.ambiguity(segment) : null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /**
     * The targets that mean the same to a server, because it takes what a path may name from the query too: {@code
     * /_close?index=logs} is {@code /logs/_close}, {@code /logs/_alias?name=prod} is {@code /logs/_alias/prod}. Whoever decides by
     * patterns of paths decides about all alike, or refuses the request. Empty where the query names nothing of that kind.
     */
    public List<RequestTarget> synonyms() {
        return queryMark < 0 ? List.of() : QueryNames.synonyms(this);
    }

    /**
     * Whether the path has an endpoint where that of a document with a type has the id: {@code /logs/event/_search}. Servers with types
     * never take it for a document; {@code /logs/event/_a1} is one.
     */
    public boolean hasEndpointForId() {
        return EndpointPaths.hasEndpointForId(rawSegments());
    }

    private boolean isPlainPath() {
        int end = queryMark < 0 ? raw.length() : queryMark;
        char before = ' ';
        for (int i = 0; i < end; i++) {
            char c = raw.charAt(i);
            if (c == '+' || c == '/' && before == '/') {
                return false;
            }
            before = c;
        }
        return true;
    }

    private static List<String> split(String path) {
        List<String> result = new ArrayList<>(4);
        int start = 0;
        for (int i = 0; i <= path.length(); i++) {
            if (i == path.length() || path.charAt(i) == '/') {
                if (i > start) {
                    result.add(path.substring(start, i));
                }
                start = i + 1;
            }
        }
        return List.copyOf(result);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RequestTarget target && raw.equals(target.raw);
    }

    @Override
    public int hashCode() {
        return raw.hashCode();
    }

    @Override
    public String toString() {
        return raw;
    }
}
