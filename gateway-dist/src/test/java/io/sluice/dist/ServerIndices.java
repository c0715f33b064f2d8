package io.sluice.dist;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The indices of a cluster that a server knows, and what expressions mean there by its {@code IndexNameExpressionResolver}. */
final class ServerIndices {

    private final Object state;
    private final Object resolver;
    private final Method concrete;

    /**
     * An index of the cluster.
     *
     * @param name in the cluster
     * @param closed whether it is closed, with which wildcards find it only where a request asks for closed indices
     * @param hidden whether it is hidden
     * @param aliases that it has
     */
    record Stored(String name, boolean closed, boolean hidden, List<String> aliases) {}

    ServerIndices(ServerLibrary library, List<Stored> indices) {
        this.state = state(library, indices);
        this.resolver = resolver(library);
        this.concrete = ServerLibrary.method(
                resolver.getClass(),
                "concreteIndexNames",
                library.type("cluster.ClusterState"),
                library.type("action.support.IndicesOptions"),
                String[].class);
    }

    /**
     * The indices that expressions mean.
     *
     * @throws RuntimeException if the server refuses them or finds one missing
     */
    Set<String> resolve(Object options, List<String> expressions) {
        String[] names = expressions.toArray(String[]::new);
        return new TreeSet<>(Arrays.asList((String[]) ServerLibrary.call(concrete, resolver, state, options, names)));
    }

    /** The options by which a server reads the names of a path, from the parameters of its query. */
    static Object options(ServerLibrary library, Map<String, String> parameters, boolean closed) {
        Class<?> type = library.type("action.support.IndicesOptions");
        Object usual = made(type, closed ? "strictExpand" : "strictExpandOpenAndForbidClosed");
        Method from = ServerLibrary.method(
                type, "fromParameters", Object.class, Object.class, Object.class, Object.class, type);
        return ServerLibrary.call(
                from,
                null,
                parameters.get("expand_wildcards"),
                parameters.get("ignore_unavailable"),
                parameters.get("allow_no_indices"),
                parameters.get("ignore_throttled"),
                usual);
    }

    private static Object state(ServerLibrary library, List<Stored> indices) {
        Class<?> indexBuilder = library.type("cluster.metadata.IndexMetadata$Builder");
        Class<?> builder = library.type("cluster.metadata.Metadata$Builder");
        Object metadata = made(library.type("cluster.metadata.Metadata"), "builder");
        Method put = ServerLibrary.method(builder, "put", indexBuilder);
        for (Stored index : indices) {
            ServerLibrary.call(put, metadata, stored(library, indexBuilder, index));
        }
        Class<?> clusterName = library.type("cluster.ClusterName");
        Object cluster = ServerLibrary.call(
                ServerLibrary.method(library.type("cluster.ClusterState"), "builder", clusterName),
                null,
                ServerLibrary.constant(clusterName, "DEFAULT"));
        ServerLibrary.call(ServerLibrary.method(cluster.getClass(), "metadata", builder), cluster, metadata);
        return made(cluster, "build");
    }

    private static Object stored(ServerLibrary library, Class<?> builder, Stored index) {
        Object settings = made(library.type("common.settings.Settings"), "builder");
        Method put = ServerLibrary.method(settings.getClass(), "put", String.class, String.class);
        ServerLibrary.call(put, settings, "index.version.created", version(library));
        ServerLibrary.call(put, settings, "index.hidden", String.valueOf(index.hidden()));
        ServerLibrary.call(put, settings, "index.number_of_shards", "1");
        ServerLibrary.call(put, settings, "index.number_of_replicas", "0");
        Object made = ServerLibrary.call(
                ServerLibrary.method(library.type("cluster.metadata.IndexMetadata"), "builder", String.class),
                null,
                index.name());
        ServerLibrary.call(ServerLibrary.method(builder, "settings", settings.getClass()), made, settings);
        Class<?> state = library.type("cluster.metadata.IndexMetadata$State");
        if (index.closed()) {
            ServerLibrary.call(
                    ServerLibrary.method(builder, "state", state), made, ServerLibrary.constant(state, "CLOSE"));
        }
        Class<?> alias = library.type("cluster.metadata.AliasMetadata");
        Class<?> aliasBuilder = library.type("cluster.metadata.AliasMetadata$Builder");
        for (String name : index.aliases()) {
            Object each = ServerLibrary.call(ServerLibrary.method(alias, "builder", String.class), null, name);
            ServerLibrary.call(ServerLibrary.method(builder, "putAlias", aliasBuilder), made, each);
        }
        return made;
    }

    private static String version(ServerLibrary library) {
        if (library.hasCompatibleVersions()) {
            return made(made(library.type("index.IndexVersion"), "current"), "id")
                    .toString();
        }
        Class<?> version = library.type("Version");
        return ServerLibrary.value(version, "id", ServerLibrary.constant(version, "CURRENT"))
                .toString();
    }

    private static Object resolver(ServerLibrary library) {
        Class<?> settings = library.type("common.settings.Settings");
        Class<?> context = library.type("common.util.concurrent.ThreadContext");
        Class<?> type = library.type("cluster.metadata.IndexNameExpressionResolver");
        Object thread = create(constructor(context, settings), ServerLibrary.constant(settings, "EMPTY"));
        if (library.isOpenSearch()) {
            return create(constructor(type, context), thread);
        }
        Class<?> system = library.type("indices.SystemIndices");
        return create(constructor(type, context, system), thread, create(constructor(system, List.class), List.of()));
    }

    private static Constructor<?> constructor(Class<?> type, Class<?>... parameters) {
        try {
            return type.getConstructor(parameters);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object create(Constructor<?> constructor, Object... arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    // Of a class, what a static method without parameters gives; of an object, what one of its own gives.
    private static Object made(Object of, String method) {
        return of instanceof Class<?> type
                ? ServerLibrary.call(ServerLibrary.method(type, method), null)
                : ServerLibrary.call(ServerLibrary.method(of.getClass(), method), of);
    }
}
