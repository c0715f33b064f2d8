package io.sluice.filters.tenant.endpoint;

import io.sluice.api.RequestTarget;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint and the form of its path: reads the path variables of a request, and builds the path to send. Immutable.
 */
public final class Route {

    private static final String UNRESERVED = "-.~,*:@!$'()";
    /** How a name begins that has an underscore first. */
    private static final String ESCAPED_UNDERSCORE = "/%5F";

    private final Endpoint endpoint;
    /** Whether the request omits the optional part of the path. */
    private final boolean shortened;

    private final List<Part> parts;
    private final int indicesAt;
    private final int idAt;
    private final int otherAt;
    private final int optionalAt;

    /** Kind of a path segment. */
    private enum Kind {
        LITERAL,
        INDEX,
        INDICES,
        ID,
        /** A second index or alias. */
        OTHER,
        /** An expression of aliases. */
        OTHERS,
        /** Words that need no translation. */
        WORDS;

        private static Kind of(String segment) {
            return switch (segment) {
                case "{index}" -> INDEX;
                case "{indices}" -> INDICES;
                case "{id}" -> ID;
                case "{target}", "{alias}" -> OTHER;
                case "{aliases}" -> OTHERS;
                case "{fields}", "{metric}", "{setting}" -> WORDS;
                default -> LITERAL;
            };
        }
    }

    /** One segment of the pattern. */
    private record Part(Kind kind, String segment) {}

    private Route(Endpoint endpoint, boolean shortened, List<Part> parts, int optionalAt) {
        this.endpoint = endpoint;
        this.shortened = shortened;
        this.parts = parts;
        this.optionalAt = optionalAt;
        this.indicesAt = Math.max(at(Kind.INDEX), at(Kind.INDICES));
        this.idAt = at(Kind.ID);
        this.otherAt = Math.max(at(Kind.OTHER), at(Kind.OTHERS));
    }

    static Route of(Endpoint endpoint) {
        List<String> segments = Arrays.stream(endpoint.path().split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList();
        int optionalAt = -1;
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            optionalAt = segment.startsWith("[") ? i : optionalAt;
            String plain = segment.replace("[", "").replace("]", "");
            parts.add(new Part(Kind.of(plain), plain));
        }
        return new Route(endpoint, false, List.copyOf(parts), optionalAt);
    }

    /** The same route without the optional part of its path; null if there is none. */
    @Nullable Route shortened() {
        return optionalAt < 0 ? null : new Route(endpoint, true, parts, optionalAt);
    }

    /** The segments of the request's path, with variables in braces. */
    List<String> segments() {
        List<String> segments = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            if (!shortened || i != optionalAt) {
                segments.add(parts.get(i).segment());
            }
        }
        return segments;
    }

    /** Whether the path equals that of another route without its leading indices, so that servers treat both alike. */
    public boolean isWithoutIndices(Route other) {
        List<String> longer = other.segments();
        boolean begins = !parts.isEmpty() && other.indicesAt == 0 && !other.shortened;
        return begins && longer.subList(1, longer.size()).equals(segments());
    }

    private int at(Kind kind) {
        return parts.stream().map(Part::kind).toList().indexOf(kind);
    }

    /** The endpoint of this route. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** Whether the path names a single index, not an expression. */
    public boolean namesOneIndex() {
        return indicesAt >= 0 && parts.get(indicesAt).kind() == Kind.INDEX;
    }

    /** Whether the path to send contains an index expression. */
    public boolean namesIndices() {
        return indicesAt >= 0 && parts.get(indicesAt).kind() == Kind.INDICES;
    }

    /** Whether a path without an index means no index at all. */
    public boolean isForNoIndex() {
        return indicesAt < 0 && endpoint.answer().mayBeOfNoIndex();
    }

    /** The index or the expression in the request's path, decoded; null if there is none. */
    public @Nullable String indices(RequestTarget target) {
        return indicesAt < 0 ? null : segment(target, indicesAt);
    }

    /** The document's id in the request's path, decoded; null if there is none. */
    public @Nullable String id(RequestTarget target) {
        return idAt < 0 ? null : segment(target, idAt);
    }

    /** The second index, or the aliases, in the request's path, decoded; null if there is none. */
    public @Nullable String other(RequestTarget target) {
        return otherAt < 0 ? null : segment(target, otherAt);
    }

    /** Whether {@link #other} is an expression, not a single name. */
    public boolean namesOthers() {
        return otherAt >= 0 && parts.get(otherAt).kind() == Kind.OTHERS;
    }

    private @Nullable String segment(RequestTarget target, int at) {
        if (shortened && at == optionalAt) {
            return null;
        }
        return target.segments().get(shortened && at > optionalAt ? at - 1 : at);
    }

    /**
     * Physical values of the path variables; null for those that the pattern lacks.
     *
     * @param indices the index or the expression
     * @param id of the document
     * @param other the second index, or the aliases
     */
    public record Names(
            @Nullable String indices,
            @Nullable String id,
            @Nullable String other) {}

    /**
     * The raw path to send.
     *
     * @param target of the request
     */
    public String path(RequestTarget target, Names names) {
        if (parts.isEmpty()) {
            return "/";
        }
        StringBuilder path = new StringBuilder(64);
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            path.append('/');
            switch (part.kind()) {
                case INDEX, INDICES -> encode(names.indices(), path);
                case ID -> encode(names.id(), path);
                case OTHER, OTHERS -> encode(names.other(), path);
                case WORDS -> encode(segment(target, i), path);
                case LITERAL -> path.append(part.segment());
            }
        }
        return readable(path.toString());
    }

    // A server could read a name with a leading underscore as an endpoint; where none can, filters behind this one and
    // queues need the plain form, as they refuse escapes that are not needed.
    private static String readable(String path) {
        if (!path.contains(ESCAPED_UNDERSCORE)) {
            return path;
        }
        String plain = path.replace(ESCAPED_UNDERSCORE, "/_");
        return RequestTarget.parse(plain).ambiguity() == null ? plain : path;
    }

    /** The raw path without variables. */
    public String literalPath() {
        StringBuilder path = new StringBuilder(64);
        for (Part part : parts) {
            if (part.kind() == Kind.LITERAL) {
                path.append('/').append(part.segment());
            }
        }
        return path.toString();
    }

    /** The raw path that creates a document with a new id. */
    public static String newDocument(String index, String id) {
        StringBuilder path = new StringBuilder(64).append('/');
        encode(index, path);
        path.append("/_create/");
        encode(id, path);
        return readable(path.toString());
    }

    // A leading underscore is escaped, too.
    private static void encode(@Nullable String name, StringBuilder out) {
        String text = name == null ? "" : name;
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
