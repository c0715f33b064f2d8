package io.sluice.dist;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What a server reads of a header that comes once, several times or not at all. Keys of the map are read in any case, as Netty's. */
final class ServerRepeatedHeaders {

    private final ServerLibrary library;
    private final Class<?> request;
    private final Method header;

    ServerRepeatedHeaders(ServerLibrary library) {
        this.library = library;
        this.request = library.type("rest.RestRequest");
        this.header = ServerLibrary.method(request, "header", String.class);
    }

    /** What its handlers read; empty if there is none. */
    Optional<String> ofHandlers(String name, List<String> lines) {
        Object made = ServerLibrary.bare(request);
        set(request, made, "headers", headers(name, lines));
        return Optional.ofNullable((String) ServerLibrary.call(header, made, name));
    }

    /** Whether what its tasks and its security read can be asked without a node: Elasticsearch alone copies headers in a method of their own. */
    boolean hasTasks() {
        return !library.isOpenSearch();
    }

    /**
     * What its tasks and its security read of a header of which one value is allowed; empty if there is none.
     *
     * @throws IllegalArgumentException if the server refuses the request
     */
    Optional<String> ofTasks(String name, List<String> lines) {
        Class<?> definition = library.type("rest.RestHeaderDefinition");
        Class<?> settings = library.type("common.settings.Settings");
        Class<?> context = library.type("common.util.concurrent.ThreadContext");
        Class<?> early = library.type("http.HttpPreRequest");
        Class<?> module = library.type("action.ActionModule");
        try {
            Object made = context.getConstructor(settings)
                    .newInstance(settings.getField("EMPTY").get(null));
            Object copying = ServerLibrary.bare(module);
            Object once = definition.getConstructor(String.class, boolean.class).newInstance(name, false);
            set(module, copying, "headersToCopy", Set.of(once));
            Object read = Proxy.newProxyInstance(
                    early.getClassLoader(), new Class<?>[] {early}, answering(headers(name, lines)));
            ServerLibrary.call(
                    ServerLibrary.method(module, "copyRequestHeadersToThreadContext", early, context),
                    copying,
                    read,
                    made);
            Method get = ServerLibrary.method(context, "getHeader", String.class);
            return Optional.ofNullable((String) ServerLibrary.call(get, made, name));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static InvocationHandler answering(Map<String, List<String>> headers) {
        return (proxy, method, arguments) -> {
            if (method.getName().equals("getHeaders")) {
                return headers;
            }
            throw new UnsupportedOperationException(method.getName());
        };
    }

    private static Map<String, List<String>> headers(String name, List<String> lines) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (!lines.isEmpty()) {
            headers.put(name, lines);
        }
        return headers;
    }

    private static void set(Class<?> type, Object on, String name, Object value) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            field.set(on, value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
