package io.sluice.dist;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How a server reads the bodies of requests that name indices: the parsers of its transport requests. */
final class ServerBodies {

    private final ServerLibrary library;
    private final String content;
    private final Object jsonType;
    private final Object json;
    private final Object defaults;
    private final Class<?> bytes;

    /**
     * A search of an {@code _msearch}.
     *
     * @param options by which the server reads the names
     * @param body as its parser gives it
     */
    record Search(
            List<String> indices,
            Object options,
            @Nullable String routing,
            @Nullable String preference,
            Map<String, Object> body) {}

    /**
     * An item of a request for several documents.
     *
     * @param made the documents that it may make, as the server reads them
     * @param changed parts of documents that are there
     */
    record Item(
            @Nullable String index,
            @Nullable String id,
            @Nullable String routing,
            List<Map<String, Object>> made,
            List<Map<String, Object>> changed) {}

    /** An action of an {@code _aliases}. */
    record AliasAction(List<String> indices, List<String> aliases) {}

    ServerBodies(ServerLibrary library) {
        this.library = library;
        this.content = library.isOpenSearch() ? "core.xcontent." : "xcontent.";
        Class<?> types =
                library.type(library.isOpenSearch() ? "common.xcontent.XContentType" : "xcontent.XContentType");
        this.jsonType = ServerLibrary.constant(types, "JSON");
        this.json = ServerLibrary.call(ServerLibrary.method(types, "xContent"), jsonType);
        this.bytes = library.type((library.isOpenSearch() ? "core." : "") + "common.bytes.BytesArray");
        this.defaults = ServerLibrary.constant(library.type("action.search.SearchRequest"), "DEFAULT_INDICES_OPTIONS");
    }

    /** A JSON object as the server reads it; empty where the body is. */
    Map<String, Object> object(String body) {
        return body.isEmpty() ? Map.of() : map(parser(body));
    }

    private Map<String, Object> map(Object parser) {
        @SuppressWarnings("unchecked")
        Map<String, Object> map = (Map<String, Object>)
                ServerLibrary.call(ServerLibrary.method(library.type(content + "XContentParser"), "map"), parser);
        return map;
    }

    // As the server's parser of searches, which does not look at what stands behind the object.
    private Map<String, Object> search(Object parser) {
        Class<?> type = library.type(content + "XContentParser");
        Object first = ServerLibrary.call(ServerLibrary.method(type, "nextToken"), parser);
        if (!"START_OBJECT".equals(String.valueOf(first))) {
            throw new IllegalArgumentException("a search is an object, not " + first);
        }
        return map(parser);
    }

    /** The searches of an {@code _msearch}, whose URL has these indices and this routing. */
    List<Search> searches(String body, List<String> indices, @Nullable String routing) {
        List<Search> found = new ArrayList<>();
        Class<?> consumer = library.type("common.CheckedBiConsumer");
        Object each =
                Proxy.newProxyInstance(consumer.getClassLoader(), new Class<?>[] {consumer}, (proxy, method, on) -> {
                    found.add(new Search(
                            names(on[0], "indices"),
                            of(on[0], "indicesOptions"),
                            (String) of(on[0], "routing"),
                            (String) of(on[0], "preference"),
                            search(on[1])));
                    return null;
                });
        Class<?> type = library.type("action.search.MultiSearchRequest");
        Method read = shortest(type, "readMultiLineFormat", "BytesReference");
        Object[] arguments = new Object[read.getParameterCount()];
        boolean named = false;
        int texts = 0;
        for (int i = 0; i < arguments.length; i++) {
            Class<?> at = read.getParameterTypes()[i];
            arguments[i] = switch (at.getSimpleName()) {
                case "BytesReference" -> create(bytes, String.class, body);
                case "XContent" -> json;
                case "CheckedBiConsumer" -> each;
                case "IndicesOptions" -> defaults;
                case "boolean" -> true;
                case "NamedXContentRegistry", "XContentParserConfiguration" -> ServerLibrary.constant(at, "EMPTY");
                case "DeprecationLogger" ->
                    ServerLibrary.call(ServerLibrary.method(at, "getLogger", Class.class), null, type);
                case "String[]" -> named ? null : indices.toArray(String[]::new);
                // The type of the search comes before its routing.
                case "String" -> texts++ == 1 ? routing : null;
                default -> null;
            };
            named |= at == String[].class;
        }
        ServerLibrary.call(read, null, arguments);
        return found;
    }

    /** The documents of an {@code _mget}, whose URL has this index and this routing. */
    List<Item> documents(String body, @Nullable String index, @Nullable String routing) {
        Object request = create(library.type("action.get.MultiGetRequest"));
        Method add = shortest(request.getClass(), "add", "XContentParser");
        Object[] arguments = new Object[add.getParameterCount()];
        arguments[0] = index;
        arguments[arguments.length - 3] = routing;
        arguments[arguments.length - 2] = parser(body);
        arguments[arguments.length - 1] = true;
        ServerLibrary.call(add, request, arguments);
        return items((List<?>) of(valid(request), "getItems"));
    }

    /** The documents of an {@code _mtermvectors}, whose path has this index. */
    List<Item> terms(String body, @Nullable String index) {
        Object request = create(library.type("action.termvectors.MultiTermVectorsRequest"));
        Object template = create(library.type("action.termvectors.TermVectorsRequest"));
        if (index != null) {
            ServerLibrary.call(ServerLibrary.method(template.getClass(), "index", String.class), template, index);
        }
        Method add = shortest(request.getClass(), "add", "XContentParser");
        ServerLibrary.call(add, request, template, parser(body));
        return items((List<?>) of(valid(request), "getRequests"));
    }

    /** The items of a bulk, whose path has this index. */
    List<Item> writes(String body, @Nullable String index) {
        Object request = create(library.type("action.bulk.BulkRequest"));
        Method add = shortest(request.getClass(), "add", "BytesReference");
        ServerLibrary.call(add, request, create(bytes, String.class, body), index, jsonType);
        return items((List<?>) of(valid(request), "requests"));
    }

    private List<Item> items(List<?> requests) {
        List<Item> items = new ArrayList<>();
        for (Object each : requests) {
            List<Map<String, Object>> made = new ArrayList<>();
            List<Map<String, Object>> changed = new ArrayList<>();
            switch (each.getClass().getSimpleName()) {
                case "IndexRequest" -> source(each).ifPresent(made::add);
                case "UpdateRequest" -> {
                    source(of(each, "doc")).ifPresent((boolean) of(each, "docAsUpsert") ? made::add : changed::add);
                    source(of(each, "upsertRequest")).ifPresent(made::add);
                }
                default -> {}
            }
            items.add(new Item(
                    (String) of(each, "index"), (String) of(each, "id"), (String) of(each, "routing"), made, changed));
        }
        return items;
    }

    private Optional<Map<String, Object>> source(@Nullable Object write) {
        if (write == null) {
            return Optional.empty();
        }
        Object source = of(write, "source");
        return source == null ? Optional.empty() : Optional.of(object((String) of(source, "utf8ToString")));
    }

    /** The actions of an {@code _aliases}. */
    List<AliasAction> aliases(String body) {
        Method read = shortest(
                library.type("action.admin.indices.alias.IndicesAliasesRequest"), "fromXContent", "XContentParser");
        List<AliasAction> actions = new ArrayList<>();
        Object request = valid(ServerLibrary.call(read, null, parser(body)));
        for (Object action : (List<?>) of(request, "getAliasActions")) {
            actions.add(new AliasAction(names(action, "indices"), names(action, "aliases")));
        }
        return actions;
    }

    /** What a {@code _reindex} reads and writes: the search, whose body is not read, and the item that each document becomes. */
    record Copy(List<String> indices, Object options, Item destination, boolean remote) {}

    /** What a {@code _reindex} without a query does. */
    Copy copy(String body) {
        Method read = shortest(library.type("index.reindex.ReindexRequest"), "fromXContent", "XContentParser");
        Predicate<Object> anything = feature -> true;
        Object request = read.getParameterCount() == 1
                ? ServerLibrary.call(read, null, parser(body))
                : ServerLibrary.call(read, null, parser(body), anything);
        Object search = of(valid(request), "getSearchRequest");
        Object destination = of(request, "getDestination");
        return new Copy(
                names(search, "indices"),
                of(search, "indicesOptions"),
                new Item(
                        (String) of(destination, "index"),
                        (String) of(destination, "id"),
                        (String) of(destination, "routing"),
                        List.of(),
                        List.of()),
                of(request, "getRemoteInfo") != null);
    }

    // Without a body, servers have no parser. Of a body that is no object, MultiTermVectorsRequest never comes to an
    // end.
    private Object parser(String text) {
        if (!text.stripLeading().startsWith("{")) {
            throw new IllegalArgumentException("no object");
        }
        Class<?> type = library.type(content + "XContent");
        if (library.hasCompatibleVersions()) {
            Class<?> configuration = library.type(content + "XContentParserConfiguration");
            return ServerLibrary.call(
                    ServerLibrary.method(type, "createParser", configuration, String.class),
                    json,
                    ServerLibrary.constant(configuration, "EMPTY"),
                    text);
        }
        Class<?> registry = library.type(content + "NamedXContentRegistry");
        Class<?> deprecations = library.type(content + "DeprecationHandler");
        return ServerLibrary.call(
                ServerLibrary.method(type, "createParser", registry, deprecations, String.class),
                json,
                ServerLibrary.constant(registry, "EMPTY"),
                ServerLibrary.constant(deprecations, "IGNORE_DEPRECATIONS"),
                text);
    }

    // Before a server runs a request, it asks the request whether it may be run.
    private static Object valid(Object request) {
        Object problem = of(request, "validate");
        if (problem != null) {
            throw new IllegalArgumentException(problem.toString());
        }
        return request;
    }

    private static List<String> names(Object of, String accessor) {
        String[] names = (String[]) of(of, accessor);
        return names == null ? List.of() : Arrays.asList(names);
    }

    private static Object of(Object object, String accessor) {
        return ServerLibrary.call(ServerLibrary.method(object.getClass(), accessor), object);
    }

    private static Object create(Class<?> type, Object... parameterAndValue) {
        try {
            return parameterAndValue.length == 0
                    ? type.getConstructor().newInstance()
                    : type.getConstructor((Class<?>) parameterAndValue[0]).newInstance(parameterAndValue[1]);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    // The overload with the fewest parameters, one of which has a type of this simple name.
    private static Method shortest(Class<?> type, String name, String parameter) {
        Method found = null;
        for (Method method : type.getMethods()) {
            boolean takes = Arrays.stream(method.getParameterTypes())
                    .anyMatch(each -> each.getSimpleName().equals(parameter));
            if (method.getName().equals(name)
                    && takes
                    && (found == null || method.getParameterCount() < found.getParameterCount())) {
                found = method;
            }
        }
        if (found == null) {
            throw new IllegalStateException("no method " + name + " in " + type);
        }
        return found;
    }
}
