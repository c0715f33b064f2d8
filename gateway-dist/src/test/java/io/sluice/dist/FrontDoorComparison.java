package io.sluice.dist;

import io.sluice.api.Headers;
import io.sluice.api.PathPattern;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.dist.FrontDoorDifference.Kind;
import io.sluice.filters.tenant.endpoint.EndpointTable;
import io.sluice.filters.tenant.endpoint.Route;
import io.sluice.queue.QueueEntrance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compares how the gateway and a server read request targets when filters or routes decide by them. */
final class FrontDoorComparison {

    /** The shapes of the routes of writes that a queue keeps. */
    private static final Set<String> KEPT = Set.of(
            "/_bulk",
            "/{}/_bulk",
            "/{}/{}/_bulk",
            "/{}/_doc",
            "/{}/_doc/{}",
            "/{}/_create/{}",
            "/{}/_update/{}",
            "/{}/{}",
            "/{}/{}/{}",
            "/{}/{}/{}/_create",
            "/{}/{}/{}/_update");

    private final ServerQueries queries;
    private final ServerRoutes routes;
    private final Map<String, PathPattern> patterns = new TreeMap<>();
    private final Map<String, List<Longer>> longerThan;

    FrontDoorComparison(ServerQueries queries, ServerRoutes routes) {
        this.queries = queries;
        this.routes = routes;
        this.longerThan = longer(routes.templates().keySet());
        routes.templates().keySet().forEach(template -> patterns.put(template, PathPattern.parse(template)));
    }

    /**
     * Compares one request.
     *
     * @param older whether the client asks for the API of the version before
     */
    void compare(String method, String raw, boolean older, FrontDoorTally tally) {
        RequestTarget target = read(raw);
        if (target == null) {
            compareWrites(method, raw, older, tally);
            return;
        }
        RequestTarget onward = target.canonical();
        Map<String, String> parameters;
        try {
            parameters = queries.parameters(onward.raw());
        } catch (IllegalArgumentException e) {
            tally.refusedByServer();
            return;
        }
        List<FrontDoorDifference> differences = new ArrayList<>();
        if (!sameOrder(parameters, parametersOf(target)) || !sameOrder(parameters, queries.parameters(raw))) {
            differences.add(FrontDoorDifference.of(Kind.QUERY));
        }
        if (!segmentsOf(onward).equals(target.segments())) {
            differences.add(FrontDoorDifference.of(Kind.SEGMENTS));
        }
        ServerRoutes.Choice choice = routes.choose(method, onward.rawPath(), parameters, older);
        if (choice.template() != null) {
            comparePatterns(method, onward, parameters, choice, differences);
            compareQueues(method, onward, choice, differences);
        }
        compareTenants(method, onward, differences);
        tally.compared(method + " " + raw + " -> " + onward.raw() + " => " + choice, differences);
    }

    // Where nothing else decides, a queue takes what only readers in front of servers could read differently.
    private void compareWrites(String method, String raw, boolean older, FrontDoorTally tally) {
        RequestTarget onward = readByQueue(method, raw);
        if (onward == null) {
            tally.refused();
            return;
        }
        Map<String, String> parameters;
        try {
            parameters = queries.parameters(onward.raw());
        } catch (IllegalArgumentException e) {
            tally.refusedByServer();
            return;
        }
        List<FrontDoorDifference> differences = new ArrayList<>();
        if (!segmentsOf(onward).equals(onward.segments())) {
            differences.add(FrontDoorDifference.of(Kind.SEGMENTS));
        }
        ServerRoutes.Choice choice = routes.choose(method, onward.rawPath(), parameters, older);
        String chosen = choice.template();
        if (chosen != null) {
            compareQueues(method, onward, choice, differences);
            Map<String, String> names =
                    patterns.computeIfAbsent(chosen, PathPattern::parse).match(onward);
            if (names == null || !choice.variables().entrySet().containsAll(names.entrySet())) {
                differences.add(new FrontDoorDifference(Kind.QUEUE, "", chosen, choice.variables()));
            }
        }
        tally.compared(method + " " + raw + " -> queue => " + choice, differences);
    }

    /** Reads the target of a write like a queue; null if it is none, or is refused. */
    private static @Nullable RequestTarget readByQueue(String method, String raw) {
        try {
            RequestTarget target = RequestTarget.parse(raw);
            boolean read = target.ambiguityToServers() == null
                    && QueueEntrance.isWrite(new RequestHead(method, target, Headers.empty()));
            return read ? target.canonical() : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Reads a target like a listener that decides by it; null if the listener refuses it. */
    private static RequestTarget read(String raw) {
        try {
            RequestTarget target = RequestTarget.parse(raw);
            return target.ambiguity() == null ? target : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private List<String> segmentsOf(RequestTarget target) {
        return Arrays.stream(target.rawPath().split("/"))
                .skip(1)
                .map(queries::decode)
                .toList();
    }

    private void comparePatterns(
            String method,
            RequestTarget onward,
            Map<String, String> parameters,
            ServerRoutes.Choice choice,
            List<FrontDoorDifference> differences) {
        String chosen = choice.template();
        Map<String, String> values =
                patterns.computeIfAbsent(chosen, PathPattern::parse).match(onward);
        if (values == null) {
            differences.add(new FrontDoorDifference(Kind.NOT_MATCHED, "", chosen, choice.variables()));
            return;
        }
        Map<String, String> expected = new HashMap<>(parameters);
        expected.putAll(values);
        if (!expected.equals(choice.variables())) {
            Kind kind = kindOfVariables(onward, expected, values.keySet(), choice.variables());
            differences.add(new FrontDoorDifference(kind, "", chosen, choice.variables()));
        }
        compareLonger(method, onward, parameters, choice, differences);
        patterns.forEach((template, pattern) -> {
            boolean offered = routes.templates().get(template).contains(method);
            if (offered && pattern.matches(onward) && !isAsWide(template, chosen)) {
                differences.add(new FrontDoorDifference(Kind.MATCHED_TOO, template, chosen, choice.variables()));
            }
        });
    }

    private Kind kindOfVariables(
            RequestTarget onward, Map<String, String> expected, Set<String> ofPath, Map<String, String> variables) {
        if (variables.entrySet().containsAll(expected.entrySet())) {
            return Kind.LEFT_OVER;
        }
        List<String> segments = segmentsOf(onward);
        boolean replaced = expected.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(variables.get(entry.getKey())))
                .allMatch(
                        entry -> !ofPath.contains(entry.getKey()) && segments.contains(variables.get(entry.getKey())));
        return replaced ? Kind.LEFT_OVER_INSTEAD : Kind.VARIABLES;
    }

    // Handlers read the variables of their routes from the query too, where the path has none.
    private void compareLonger(
            String method,
            RequestTarget onward,
            Map<String, String> parameters,
            ServerRoutes.Choice choice,
            List<FrontDoorDifference> differences) {
        List<RequestTarget> synonyms = onward.synonyms();
        if (synonyms.stream().anyMatch(synonym -> synonym.ambiguity() != null)) {
            return;
        }
        for (Longer longer : longerThan.getOrDefault(choice.template(), List.of())) {
            String value = parameters.getOrDefault(longer.variable(), "");
            if (value.isEmpty() || !routes.templates().get(longer.template()).contains(method)) {
                continue;
            }
            boolean seen = synonyms.stream().anyMatch(synonym -> {
                Map<String, String> named = patterns.get(longer.template()).match(synonym);
                return named != null && value.equals(named.get(longer.variable()));
            });
            if (!seen) {
                differences.add(new FrontDoorDifference(
                        Kind.NAMED_IN_QUERY, longer.template(), choice.template(), choice.variables()));
            }
        }
    }

    /** A route with one variable more than another. */
    private record Longer(String template, String variable) {}

    private static Map<String, List<Longer>> longer(Set<String> templates) {
        Map<String, List<Longer>> found = new HashMap<>();
        for (String template : templates) {
            for (String segment : template.substring(1).split("/")) {
                String shorter = template.replace("/" + segment, "");
                if (segment.startsWith("{") && templates.contains(shorter)) {
                    found.computeIfAbsent(shorter, added -> new ArrayList<>())
                            .add(new Longer(template, segment.substring(1, segment.length() - 1)));
                }
            }
        }
        return found;
    }

    // A pattern that has a variable wherever the other has one may be expected to match what the other matches.
    private static boolean isAsWide(String template, String other) {
        String[] parts = template.split("/");
        String[] otherParts = other.split("/");
        for (int i = 1; i < parts.length; i++) {
            if (!parts[i].startsWith("{") && !parts[i].equals(otherParts[i])) {
                return false;
            }
        }
        return true;
    }

    // What goes on for a tenant is written from the route that was found.
    private void compareTenants(String method, RequestTarget onward, List<FrontDoorDifference> differences) {
        Route route = EndpointTable.ALL.find(method, onward);
        if (route == null) {
            return;
        }
        String path = route.path(onward, new Route.Names("acme.logs", route.id(onward), "acme.other"));
        ServerRoutes.Choice choice = routes.choose(method, path, Map.of(), false);
        String own = route.endpoint().path();
        if (choice.template() != null && !shape(own).equals(shape(choice.template()))) {
            differences.add(new FrontDoorDifference(Kind.TENANT, own, choice.template(), choice.variables()));
        }
    }

    private static void compareQueues(
            String method, RequestTarget onward, ServerRoutes.Choice choice, List<FrontDoorDifference> differences) {
        String chosen = choice.template();
        if (!KEPT.contains(shape(chosen)) && QueueEntrance.isWrite(new RequestHead(method, onward, Headers.empty()))) {
            differences.add(new FrontDoorDifference(Kind.QUEUE, "", chosen, choice.variables()));
        }
    }

    private static String shape(String template) {
        return template.replaceAll("[\\[\\]]", "").replaceAll("\\{[a-z_]+}", "{}");
    }

    private static Map<String, String> parametersOf(RequestTarget target) {
        Map<String, String> parameters = new LinkedHashMap<>();
        target.parameters().forEach(parameter -> parameters.put(parameter.name(), parameter.value()));
        return parameters;
    }

    private static boolean sameOrder(Map<String, String> one, Map<String, String> other) {
        return List.copyOf(one.entrySet()).equals(List.copyOf(other.entrySet()));
    }
}
