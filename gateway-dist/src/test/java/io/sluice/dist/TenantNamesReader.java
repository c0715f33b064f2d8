package io.sluice.dist;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads what requests are for, by the classes of one server. */
final class TenantNamesReader {

    private static final Set<String> BY_QUERY =
            Set.of("_search", "_count", "_delete_by_query", "_update_by_query", "_validate");
    private static final Set<String> CLOSED_TOO = Set.of("_settings", "_open", "_close", "_resolve", "_cluster");

    private final ServerLibrary library;
    private final ServerQueries queries;
    private final ServerBodies bodies;
    private final Method split;

    TenantNamesReader(ServerLibrary library) {
        this.library = library;
        this.queries = new ServerQueries(library);
        this.bodies = new ServerBodies(library);
        this.split = ServerLibrary.method(
                library.type(library.isOpenSearch() ? "core.common.Strings" : "common.Strings"),
                "splitStringByCommaToArray",
                String.class);
    }

    ServerIndices indices(List<ServerIndices.Stored> stored) {
        return new ServerIndices(library, stored);
    }

    String server() {
        return library.name();
    }

    /**
     * What the parts of a request are for.
     *
     * @param opened what a point in time with this id was opened for
     * @throws RuntimeException if the server refuses the request
     */
    List<TenantNamesTouch> read(TenantNamesRequest request, ServerIndices indices, Map<String, Set<String>> opened) {
        String path = request.target().replaceFirst("\\?.*", "");
        List<String> segments = Arrays.stream(path.split("/"))
                .filter(segment -> !segment.isEmpty())
                .map(queries::decode)
                .toList();
        if (segments.isEmpty()) {
            // The root tells what the server is.
            return List.of();
        }
        String first = segments.getFirst();
        String only = first.startsWith("_") ? null : first;
        String routing = queries.parameters(request.target()).get("routing");
        List<TenantNamesTouch> found = new ArrayList<>();
        switch (request.kind()) {
            case SEARCHES -> {
                for (ServerBodies.Search search : bodies.searches(request.body(), split(only), routing)) {
                    found.add(search(search.indices(), search.options(), search.body(), true, indices, opened)
                            .with(search.routing(), search.preference()));
                    boosts(search.body(), indices, found);
                }
            }
            case DOCUMENTS ->
                bodies.documents(request.body(), only, routing).forEach(item -> found.add(TenantNamesTouch.of(item)));
            case TERMS -> bodies.terms(request.body(), only).forEach(item -> found.add(TenantNamesTouch.of(item)));
            case BULK -> bodies.writes(request.body(), only).forEach(item -> found.add(TenantNamesTouch.of(item)));
            case ALIASES -> {
                Object options = ServerIndices.options(library, Map.of("ignore_unavailable", "false"), true);
                for (ServerBodies.AliasAction action : bodies.aliases(request.body())) {
                    found.add(resolved(() -> indices.resolve(options, action.indices()), false, Map.of()));
                    // An alias with a comma is one that no index can have.
                    found.add(TenantNamesTouch.of(action.aliases().stream()
                            .flatMap(alias -> Arrays.stream(alias.split(",-?")))
                            .toList()));
                }
            }
            case COPY -> {
                ServerBodies.Copy copy = bodies.copy(request.body());
                if (copy.remote()) {
                    found.add(TenantNamesTouch.of(List.of("another cluster")));
                }
                found.add(search(copy.indices(), copy.options(), Map.of(), false, indices, opened));
                found.add(TenantNamesTouch.of(copy.destination()));
            }
            case PATH -> path(request, segments, indices, opened, found);
        }
        return found;
    }

    private void path(
            TenantNamesRequest request,
            List<String> segments,
            ServerIndices indices,
            Map<String, Set<String>> opened,
            List<TenantNamesTouch> found) {
        boolean table = Set.of("_cat", "_cluster", "_resolve").contains(segments.getFirst());
        boolean named = table ? segments.size() > 2 : isName(segments.getFirst());
        List<String> names = split(named ? segments.get(table ? 2 : 0) : null);
        int at = table || !named ? 0 : 1;
        String way = at < segments.size() ? segments.get(at) : "";
        boolean filtered = BY_QUERY.contains(way);
        boolean closed = way.isEmpty() || CLOSED_TOO.contains(way);
        Object options = ServerIndices.options(library, queries.parameters(request.target()), closed);
        Map<String, Object> search = filtered ? bodies.object(request.body()) : Map.of();
        // Without a query there is nothing to validate.
        filtered &= !way.equals("_validate") || search.containsKey("query");
        Map<String, Set<String>> points = way.equals("_search") ? opened : Map.of();
        found.add(search(names, options, search, filtered, indices, points));
        if (way.equals("_search")) {
            boosts(search, indices, found);
        }
    }

    private static boolean isName(String segment) {
        return !segment.startsWith("_") || segment.equals("_all");
    }

    private TenantNamesTouch search(
            List<String> names,
            Object options,
            Map<String, Object> search,
            boolean filtered,
            ServerIndices indices,
            Map<String, Set<String>> opened) {
        if (!opened.isEmpty() && search.get("pit") instanceof Map<?, ?> pit) {
            Set<String> of = opened.get(String.valueOf(pit.get("id")));
            return of == null
                    ? TenantNamesTouch.failed("no such point in time")
                    : TenantNamesTouch.of(of, filtered, search);
        }
        return resolved(() -> indices.resolve(options, names), filtered, search);
    }

    private void boosts(Map<String, Object> search, ServerIndices indices, List<TenantNamesTouch> found) {
        Set<String> names = new HashSet<>();
        Object boosts = search.get("indices_boost");
        if (boosts instanceof Map<?, ?> map) {
            map.keySet().forEach(name -> names.add(String.valueOf(name)));
        } else if (boosts instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> map) {
                    map.keySet().forEach(name -> names.add(String.valueOf(name)));
                }
            }
        }
        Object lenient = ServerIndices.options(library, Map.of("ignore_unavailable", "true"), true);
        if (!names.isEmpty()) {
            found.add(resolved(() -> indices.resolve(lenient, List.copyOf(names)), false, Map.of()));
        }
    }

    private static TenantNamesTouch resolved(
            Supplier<Set<String>> names, boolean filtered, Map<String, Object> search) {
        try {
            return TenantNamesTouch.of(names.get(), filtered, search);
        } catch (RuntimeException e) {
            return TenantNamesTouch.failed(e.getClass().getSimpleName());
        }
    }

    private List<String> split(@Nullable String names) {
        return names == null ? List.of() : List.of((String[]) ServerLibrary.call(split, null, names));
    }
}
