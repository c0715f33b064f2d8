package io.sluice.index.call;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** One request to a cluster. Immutable. */
public final class Call {
    private static final String JSON = "application/json";
    private static final String NDJSON = "application/x-ndjson";
    private static final byte[] NOTHING = {};

    private final String method;
    private final String target;
    private final byte[] body;
    private final String contentType;
    private final boolean repeatable;

    private Call(String method, String target, byte[] body, String contentType, boolean repeatable) {
        this.method = method;
        this.target = target;
        this.body = body;
        this.contentType = contentType;
        this.repeatable = repeatable;
    }

    /** A reading request without a body. */
    public static Call get(String target) {
        return new Call("GET", target, NOTHING, JSON, true);
    }

    /** A request with a JSON body, or with none if the text is empty; repeatable. */
    public static Call of(String method, String target, String json) {
        return of(method, target, json.getBytes(StandardCharsets.UTF_8));
    }

    /** The same with the JSON in bytes, which are given away. */
    public static Call of(String method, String target, byte[] json) {
        return new Call(method, target, json, JSON, true);
    }

    /** A bulk; repeatable, since its items are written so that a second attempt does no harm. */
    public static Call bulk(String target, byte[] lines) {
        return new Call("POST", target, lines, NDJSON, true);
    }

    /** The same, sent once. */
    public Call once() {
        return new Call(method, target, body, contentType, false);
    }

    /** A segment of a path or a value of a query. */
    public static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    String method() {
        return method;
    }

    /** Path and query, encoded. */
    String target() {
        return target;
    }

    /** Empty for none. */
    byte[] body() {
        return body;
    }

    String contentType() {
        return contentType;
    }

    /** Whether it may be sent again after an attempt whose outcome is not known. */
    boolean isRepeatable() {
        return repeatable;
    }

    /** For messages: without the query. */
    String name() {
        int query = target.indexOf('?');
        return method + " " + (query < 0 ? target : target.substring(0, query));
    }
}
