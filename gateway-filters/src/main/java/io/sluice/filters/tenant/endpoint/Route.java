package io.sluice.filters.tenant.endpoint;

import io.sluice.api.RequestTarget;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint, and how its path was given: what its variables are in the request, and the path that goes to the cluster. Immutable.
 */
public final class Route {

    private static final String UNRESERVED = "-.~,*:@!$'()";

    private final Endpoint endpoint;
    private final String pattern;
    private final boolean allIndices;
    private final List<Part> parts;
    private final int indicesAt;
    private final int idAt;

    /** What stands in one segment of the path. */
    private enum Kind {
        LITERAL,
        INDEX,
        INDICES,
        ID,
        FIELDS;

        private static Kind of(String segment) {
            return switch (segment) {
                case "{index}" -> INDEX;
                case "{indices}" -> INDICES;
                case "{id}" -> ID;
                case "{fields}" -> FIELDS;
                default -> LITERAL;
            };
        }
    }

    /** One segment of the pattern. */
    private record Part(Kind kind, String segment) {}

    private Route(Endpoint endpoint, String pattern, boolean allIndices, List<Part> parts) {
        this.endpoint = endpoint;
        this.pattern = pattern;
        this.allIndices = allIndices;
        this.parts = parts;
        this.indicesAt = Math.max(at(Kind.INDEX), at(Kind.INDICES));
        this.idAt = at(Kind.ID);
    }

    static Route of(Endpoint endpoint, String pattern, boolean allIndices) {
        List<Part> parts = Arrays.stream(pattern.split("/"))
                .filter(segment -> !segment.isEmpty())
                .map(segment -> new Part(Kind.of(segment), segment))
                .toList();
        return new Route(endpoint, pattern, allIndices, parts);
    }

    Route withAllIndices() {
        return new Route(endpoint, pattern, true, parts);
    }

    private int at(Kind kind) {
        return parts.stream().map(Part::kind).toList().indexOf(kind);
    }

    /** The row of the table. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** The path with all its variables. */
    String pattern() {
        return pattern;
    }

    /** True iff the path names one index, and no expression. */
    public boolean namesOneIndex() {
        return indicesAt >= 0 && parts.get(indicesAt).kind() == Kind.INDEX;
    }

    /** True iff the path that goes to the cluster has an expression of indices. */
    public boolean namesIndices() {
        return indicesAt >= 0 && parts.get(indicesAt).kind() == Kind.INDICES;
    }

    /** The index or the expression in the request's path, decoded; null if there is none. */
    public @Nullable String indices(RequestTarget target) {
        return allIndices || indicesAt < 0 ? null : target.segments().get(indicesAt);
    }

    /** The document's id in the request's path, decoded; null if there is none. */
    public @Nullable String id(RequestTarget target) {
        return idAt < 0 ? null : target.segments().get(idAt);
    }

    /**
     * The raw path that goes to the cluster.
     *
     * @param target of the request
     * @param indices the index or expression that the cluster knows; null where the pattern has none
     * @param id the id that the cluster knows; null where the pattern has none
     */
    public String path(RequestTarget target, @Nullable String indices, @Nullable String id) {
        if (parts.isEmpty()) {
            return "/";
        }
        StringBuilder path = new StringBuilder(64);
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            path.append('/');
            switch (part.kind()) {
                case INDEX, INDICES -> encode(indices == null ? "" : indices, path);
                case ID -> encode(id == null ? "" : id, path);
                case FIELDS -> encode(target.segments().get(allIndices ? i - 1 : i), path);
                case LITERAL -> path.append(part.segment());
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
