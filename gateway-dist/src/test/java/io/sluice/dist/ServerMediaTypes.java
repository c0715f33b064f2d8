package io.sluice.dist;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a server chooses its parser, the form of its answer and the version of its API by headers. */
final class ServerMediaTypes {

    private final ServerLibrary library;
    private final Method parse;
    private final Method ofAnswer;
    private final Method toType;
    private final Object registry;
    private final Method version;

    ServerMediaTypes(ServerLibrary library) {
        this.library = library;
        Class<?> request = library.type("rest.RestRequest");
        if (library.hasCompatibleVersions()) {
            Class<?> parsed = library.type("xcontent.ParsedMediaType");
            Class<?> registryType = library.type("xcontent.MediaTypeRegistry");
            this.parse = ServerLibrary.method(request, "parseHeaderWithMediaType", Map.class, String.class);
            this.toType = ServerLibrary.method(parsed, "toMediaType", registryType);
            this.registry = ServerLibrary.constant(library.type("xcontent.XContentType"), "MEDIA_TYPE_REGISTRY");
            this.version = ServerLibrary.method(
                    library.type("rest.RestCompatibleVersionHelper"),
                    "getCompatibleVersion",
                    parsed,
                    parsed,
                    boolean.class);
            this.ofAnswer = ServerLibrary.method(library.type("xcontent.XContentType"), "fromMediaType", String.class);
        } else {
            this.parse = ServerLibrary.method(request, "parseContentType", List.class);
            this.toType = null;
            this.registry = null;
            this.version = null;
            this.ofAnswer = library.isOpenSearch()
                    ? ServerLibrary.method(library.type("core.xcontent.MediaType"), "fromMediaType", String.class)
                    : ServerLibrary.method(
                            library.type("xcontent.XContentType"), "fromMediaTypeOrFormat", String.class);
        }
    }

    /**
     * The parser of a body with these values of Content-Type, as {@code JSON}; empty if there is none, in which case the server
     * refuses the body.
     *
     * @throws IllegalArgumentException if the server refuses the header
     */
    Optional<String> parser(List<String> contentTypes) {
        if (version == null) {
            return name(ServerLibrary.call(parse, null, contentTypes.isEmpty() ? null : contentTypes));
        }
        Object parsed = parsed("Content-Type", contentTypes);
        return parsed == null ? Optional.empty() : name(ServerLibrary.call(toType, parsed, registry));
    }

    /**
     * The form of an answer for these values of Accept; empty if it is that of the request's body, or JSON.
     *
     * @throws IllegalArgumentException if the server refuses the header
     */
    Optional<String> answer(List<String> accepts) {
        if (version != null) {
            parsed("Accept", accepts);
        }
        return accepts.isEmpty() ? Optional.empty() : name(ServerLibrary.call(ofAnswer, null, accepts.getFirst()));
    }

    /**
     * Whether a request with a body is for the API of the version before.
     *
     * @throws RuntimeException if the server refuses the headers
     */
    boolean isOlder(List<String> accepts, List<String> contentTypes) {
        if (version == null) {
            return false;
        }
        Object chosen = ServerLibrary.call(
                version, null, parsed("Accept", accepts), parsed("Content-Type", contentTypes), true);
        Class<?> versions = library.type("core.RestApiVersion");
        Object older = ServerLibrary.call(ServerLibrary.method(versions, "minimumSupported"), null);
        return chosen.equals(Optional.of(older));
    }

    private Object parsed(String header, List<String> values) {
        return ServerLibrary.call(parse, null, Map.of(header, values), header);
    }

    // VND_JSON is JSON under a name of its own.
    private static Optional<String> name(Object type) {
        return Optional.ofNullable(type).map(each -> each.toString().replace("VND_", ""));
    }
}
