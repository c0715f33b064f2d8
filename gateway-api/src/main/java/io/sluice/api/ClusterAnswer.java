package io.sluice.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster answered a question. Immutable.
 *
 * @param status the HTTP status
 * @param body the JSON object of an answer with status 200: objects are maps in the order of their members, arrays lists, the rest
 *     strings, numbers, booleans and null; empty for any other status
 */
public record ClusterAnswer(int status, Map<String, @Nullable Object> body) {

    public ClusterAnswer {
        body = Collections.unmodifiableMap(new LinkedHashMap<>(body));
    }

    /** An answer whose body says nothing. */
    public ClusterAnswer(int status) {
        this(status, Map.of());
    }
}
