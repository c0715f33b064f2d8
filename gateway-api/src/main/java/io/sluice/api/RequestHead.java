package io.sluice.api;

/**
 * Method, target and headers of a request; immutable.
 *
 * @param method the HTTP method in capitals, as sent
 * @param target the request target in origin-form
 * @param headers the headers without hop-by-hop ones
 */
public record RequestHead(String method, RequestTarget target, Headers headers) {

    /**
     * Whether one of the patterns matches the path, as {@link PathPattern} does. They are read with each call: where every nanosecond
     * counts, keep the patterns.
     *
     * @throws IllegalArgumentException if one of the patterns is malformed
     */
    public boolean is(String... patterns) {
        boolean matches = false;
        for (String pattern : patterns) {
            matches |= PathPattern.parse(pattern).matches(target);
        }
        return matches;
    }

    public RequestHead withMethod(String other) {
        return new RequestHead(other, target, headers);
    }

    public RequestHead withTarget(RequestTarget other) {
        return new RequestHead(method, other, headers);
    }

    public RequestHead withHeaders(Headers other) {
        return new RequestHead(method, target, other);
    }

    /** The same head with one header set, whatever stood under its name before. */
    public RequestHead withHeader(String name, String value) {
        return withHeaders(headers.with(name, value));
    }

    public RequestHead withoutHeader(String name) {
        return headers.contains(name) ? withHeaders(headers.without(name)) : this;
    }
}
