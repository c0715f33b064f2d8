package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The routes of a server, chosen by its own {@code RestController}: those that its handlers declare, and those of its public
 * specification whose handlers are in no library (X-Pack's). Handlers are never called.
 */
final class ServerRoutes {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ServerLibrary library;
    private final Object controller;
    private final Class<?> handlerType;
    private final Method candidates;
    private final Class<?> methodType;
    private final Class<?> versionType;
    private final Field template;
    private final Method handlerOf;
    private final Map<String, Set<String>> templates = new TreeMap<>();
    private final Map<String, Set<String>> byHandler = new TreeMap<>();

    /**
     * What a server makes of a request's path.
     *
     * @param template the path of the route that takes the request; null if none does
     * @param variables the parameters after the choice: those of the path are put over those of the query
     */
    record Choice(String template, Map<String, String> variables) {}

    ServerRoutes(ServerLibrary library) throws IOException {
        this.library = library;
        this.handlerType = library.type("rest.RestHandler");
        this.methodType = library.type("rest.RestRequest$Method");
        Class<?> controllerType = library.type("rest.RestController");
        this.controller = newController(controllerType);
        boolean open = library.isOpenSearch();
        this.candidates = ServerLibrary.method(
                controllerType, open ? "getAllRestMethodHandlers" : "getAllHandlers", Map.class, String.class);
        Class<?> handlers = library.type(open ? "rest.RestMethodHandlers" : "rest.MethodHandlers");
        this.versionType = library.hasCompatibleVersions() ? library.type("core.RestApiVersion") : null;
        this.handlerOf = versionType == null
                ? ServerLibrary.method(handlers, "getHandler", methodType)
                : ServerLibrary.method(handlers, "getHandler", methodType, versionType);
        this.template = field(handlers, "path");
        registerHandlers(controllerType);
        registerSpecification(controllerType);
    }

    private Object newController(Class<?> type) {
        Constructor<?> constructor = Stream.of(type.getConstructors())
                .filter(candidate -> candidate.getParameterCount() > 0)
                .findFirst()
                .orElseThrow();
        Object[] arguments =
                Stream.of(constructor.getParameterTypes()).map(this::argument).toArray();
        try {
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(library.name(), e);
        }
    }

    private Object argument(Class<?> type) {
        try {
            if (type == Set.class) {
                return Set.of();
            }
            return type.getSimpleName().equals("TelemetryProvider")
                    ? type.getField("NOOP").get(null)
                    : null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void registerHandlers(Class<?> controllerType) throws IOException {
        Method register = ServerLibrary.method(controllerType, "registerHandler", handlerType);
        for (Class<?> type : library.implementationsOf(handlerType)) {
            if (Proxy.isProxyClass(type) || wrapsAnother(type)) {
                continue;
            }
            Object handler = ServerLibrary.bare(type);
            try {
                ServerLibrary.call(register, controller, relayOf(handler));
            } catch (IllegalArgumentException e) {
                // The server registers either this handler or the one that has the route already.
                continue;
            }
            note(handler);
        }
    }

    private boolean wrapsAnother(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (Stream.of(at.getDeclaredFields()).anyMatch(field -> handlerType.isAssignableFrom(field.getType()))) {
                return true;
            }
        }
        return type.getSimpleName().equals("RestSendToExtensionAction");
    }

    // The controller counts the use of its own handlers, which need their state for it.
    private Object relayOf(Object handler) {
        InvocationHandler relay = (proxy, method, arguments) -> switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> handler.getClass().getName();
            default -> ServerLibrary.call(method, handler, arguments);
        };
        return Proxy.newProxyInstance(handlerType.getClassLoader(), new Class<?>[] {handlerType}, relay);
    }

    private void note(Object handler) {
        for (Object route : (List<?>) ServerLibrary.call(ServerLibrary.method(handlerType, "routes"), handler)) {
            String path = (String) ServerLibrary.call(ServerLibrary.method(route.getClass(), "getPath"), route);
            note(String.valueOf(ServerLibrary.call(ServerLibrary.method(route.getClass(), "getMethod"), route)), path);
            noteHandler(handler.getClass().getSimpleName(), path);
        }
    }

    private void note(String method, String path) {
        templates.computeIfAbsent(rooted(path), added -> new TreeSet<>()).add(method);
    }

    private void noteHandler(String handler, String path) {
        byHandler.computeIfAbsent(handler, added -> new TreeSet<>()).add(rooted(path));
    }

    private void registerSpecification(Class<?> controllerType) throws IOException {
        Object nobody = Proxy.newProxyInstance(
                handlerType.getClassLoader(), new Class<?>[] {handlerType}, (proxy, method, arguments) -> null);
        List<Class<?>> types = new ArrayList<>(List.of(methodType, String.class, handlerType));
        if (versionType != null) {
            types.add(2, versionType);
        }
        Method register = ServerLibrary.method(controllerType, "registerHandler", types.toArray(Class<?>[]::new));
        for (JsonNode path : specifiedPaths()) {
            for (JsonNode method : path.path("methods")) {
                List<Object> arguments = new ArrayList<>(
                        List.of(methodNamed(method.asText()), path.path("path").asText(), nobody));
                if (versionType != null) {
                    arguments.add(2, version("current"));
                }
                try {
                    ServerLibrary.call(register, controller, arguments.toArray());
                    note(method.asText(), path.path("path").asText());
                } catch (IllegalArgumentException e) {
                    // A handler declares the route.
                    continue;
                }
            }
        }
    }

    private List<JsonNode> specifiedPaths() throws IOException {
        List<JsonNode> found = new ArrayList<>();
        for (var jar : library.specifications()) {
            try (JarFile file = new JarFile(jar.toFile())) {
                for (ZipEntry entry : Collections.list(file.entries())) {
                    if (entry.getName().matches("rest-api-spec/api/[^_].*\\.json")) {
                        try (InputStream text = file.getInputStream(entry)) {
                            for (JsonNode path :
                                    MAPPER.readTree(text).findPath("url").path("paths")) {
                                found.add(path);
                                noteHandler(entry.getName(), path.path("path").asText());
                            }
                        }
                    }
                }
            }
        }
        return found;
    }

    /** The paths of each handler, and of each call of the specification. */
    Map<String, Set<String>> byHandler() {
        return byHandler;
    }

    /** The paths of all routes, and their methods. */
    Map<String, Set<String>> templates() {
        return templates;
    }

    /**
     * Chooses as the server's {@code tryAllHandlers} does: it looks at routes in several ways one after another, until one takes the
     * method.
     *
     * @param older whether the client asks for the API of the version before; servers without such a choice ignore it
     */
    Choice choose(String method, String rawPath, Map<String, String> parameters, boolean older) {
        Map<String, String> variables = new HashMap<>(parameters);
        Iterator<?> candidate = candidatesFor(rawPath, variables);
        while (candidate.hasNext()) {
            Object handlers = candidate.next();
            if (handlers != null && takes(handlers, method, older)) {
                String chosen = templateOf(handlers);
                // Handlers declare deprecated and replaced routes apart from the others.
                note(method, chosen);
                return new Choice(chosen, variables);
            }
        }
        return new Choice(null, Map.of());
    }

    private Iterator<?> candidatesFor(String rawPath, Map<String, String> variables) {
        return (Iterator<?>) ServerLibrary.call(candidates, controller, variables, rawPath);
    }

    private boolean takes(Object handlers, String method, boolean older) {
        Object handler = versionType == null
                ? ServerLibrary.call(handlerOf, handlers, methodNamed(method))
                : ServerLibrary.call(
                        handlerOf, handlers, methodNamed(method), version(older ? "minimumSupported" : "current"));
        return handler != null;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Object methodNamed(String name) {
        return Enum.valueOf((Class) methodType, name);
    }

    private Object version(String which) {
        return ServerLibrary.call(ServerLibrary.method(versionType, which), null);
    }

    private String templateOf(Object handlers) {
        try {
            return rooted((String) template.get(handlers));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String rooted(String path) {
        return path.startsWith("/") ? path : "/" + path;
    }

    private static Field field(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }
}
