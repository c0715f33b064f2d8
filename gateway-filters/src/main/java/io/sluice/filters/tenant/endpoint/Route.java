package io.sluice.filters.tenant.endpoint;

import io.sluice.api.RequestTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint, and how its path was given: what its variables are in the request, and the path that goes to the cluster. Immutable.
 *
 * @param endpoint the row of the table
 * @param pattern the path with all its variables
 * @param allIndices true iff the indices were left out, which means all of the tenant's
 * @param segments the pattern's segments
 */
public record Route(Endpoint endpoint, String pattern, boolean allIndices, List<String> segments) {

    private static final String INDEX = "{index}";
    private static final String INDICES = "{indices}";
    private static final String UNRESERVED = "-.~,*:@!$'()";

    static Route of(Endpoint endpoint, String pattern, boolean allIndices) {
        String inner = pattern.substring(1);
        return new Route(endpoint, pattern, allIndices, inner.isEmpty() ? List.of() : List.of(inner.split("/")));
    }

    Route withAllIndices() {
        return new Route(endpoint, pattern, true, segments);
    }

    /** True iff the path names one index, and no expression. */
    public boolean namesOneIndex() {
        return segments.contains(INDEX);
    }

    /** True iff the path that goes to the cluster has an expression of indices. */
    public boolean namesIndices() {
        return segments.contains(INDICES);
    }

    /** The index or the expression in the request's path, decoded; null if there is none. */
    public @Nullable String indices(RequestTarget target) {
        int at = indexOf(INDEX);
        return allIndices || at < 0 ? null : target.segments().get(at);
    }

    /** The document's id in the request's path, decoded; null if there is none. */
    public @Nullable String id(RequestTarget target) {
        int at = segments.indexOf("{id}");
        return at < 0 ? null : target.segments().get(at);
    }

    private int indexOf(String variable) {
        int at = segments.indexOf(variable);
        return at >= 0 ? at : segments.indexOf(INDICES);
    }

    /**
     * The raw path that goes to the cluster.
     *
     * @param target of the request
     * @param indices the index or expression that the cluster knows; null where the pattern has none
     * @param id the id that the cluster knows; null where the pattern has none
     */
    public String path(RequestTarget target, @Nullable String indices, @Nullable String id) {
        if (segments.isEmpty()) {
            return "/";
        }
        StringBuilder path = new StringBuilder(64);
        for (int i = 0; i < segments.size(); i++) {
            path.append('/');
            switch (segments.get(i)) {
                case INDEX, INDICES -> encode(indices == null ? "" : indices, path);
                case "{id}" -> encode(id == null ? "" : id, path);
                case "{fields}" -> encode(target.segments().get(allIndices ? i - 1 : i), path);
                default -> path.append(segments.get(i));
            }
        }
        return path.toString();
    }

    /** The raw path by which a document gets an id that none has yet. */
    public static String newDocument(String index, String id) {
        StringBuilder path = new StringBuilder(64).append('/');
        encode(index, path);
        path.append("/_create/");
        encode(id, path);
        return path.toString();
    }

    // An underscore at the beginning would make an endpoint of an id.
    private static void encode(String text, StringBuilder out) {
        boolean plain = !text.isEmpty() && text.charAt(0) != '_';
        for (int i = 0; i < text.length() && plain; i++) {
            plain = isPlain(text.charAt(i));
        }
        if (plain) {
            out.append(text);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            char c = (char) (bytes[i] & 0xff);
            if (isPlain(c) && (i > 0 || c != '_')) {
                out.append(c);
            } else {
                out.append('%');
                out.append(Character.toUpperCase(Character.forDigit(c >> 4, 16)));
                out.append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
    }

    private static boolean isPlain(char c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || c == '_'
                || UNRESERVED.indexOf(c) >= 0;
    }
}
