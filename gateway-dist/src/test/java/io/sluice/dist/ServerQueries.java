package io.sluice.dist;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;

/** How a server reads queries and escapes: its {@code RestUtils}. */
final class ServerQueries {

    private final Method decodeQuery;
    private final Method decodeComponent;

    ServerQueries(ServerLibrary library) {
        Class<?> utils = library.type("rest.RestUtils");
        this.decodeQuery = ServerLibrary.method(utils, "decodeQueryString", String.class, int.class, Map.class);
        this.decodeComponent = ServerLibrary.method(utils, "decodeComponent", String.class);
    }

    /**
     * The parameters of a target in the server's order.
     *
     * @throws IllegalArgumentException if the server refuses them
     */
    Map<String, String> parameters(String target) {
        Map<String, String> parameters = new LinkedHashMap<>();
        int mark = target.indexOf('?');
        if (mark >= 0) {
            ServerLibrary.call(decodeQuery, null, target, mark + 1, parameters);
        }
        return parameters;
    }

    /**
     * A segment of a path as the server decodes it.
     *
     * @throws IllegalArgumentException if the server refuses it
     */
    String decode(String segment) {
        return (String) ServerLibrary.call(decodeComponent, null, segment);
    }
}
