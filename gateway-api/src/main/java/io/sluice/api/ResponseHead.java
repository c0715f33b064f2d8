package io.sluice.api;

/**
 * Status and headers of a response; immutable.
 *
 * @param status the HTTP status, 200 to 599
 * @param headers the headers without hop-by-hop ones
 * @param origin who made the response
 */
public record ResponseHead(int status, Headers headers, Origin origin) {

    /** Who made a response. */
    public enum Origin {
        /** A node of the cluster. */
        UPSTREAM,
        /** A filter, by answering. */
        FILTER,
        /** The gateway, as an error. */
        GATEWAY
    }

    public ResponseHead withStatus(int other) {
        return new ResponseHead(other, headers, origin);
    }

    public ResponseHead withHeaders(Headers other) {
        return new ResponseHead(status, other, origin);
    }

    /** The same head with one header set, whatever stood under its name before. */
    public ResponseHead withHeader(String name, String value) {
        return withHeaders(headers.with(name, value));
    }

    public ResponseHead withoutHeader(String name) {
        return headers.contains(name) ? withHeaders(headers.without(name)) : this;
    }
}
