package io.sluice.config;

import io.sluice.config.RecordBinder.BoundScalar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds settings that are allowed but probably not intended. */
final class Warnings {

    private static final Set<String> GUARDS = Set.of(
            "access",
            "api-key",
            "authorize",
            "basic-auth",
            "client-certificate",
            "forward-auth",
            "jwt",
            "ldap",
            "query-guard",
            "tenant",
            "upstream-credentials");
    /** Filter types that find out who the client is. */
    private static final Set<String> LOGINS =
            Set.of("api-key", "basic-auth", "client-certificate", "forward-auth", "jwt", "ldap");
    /** Filter types that never set the user of a request. */
    private static final Set<String> WITHOUT_USERS = Set.of(
            "access",
            "access-log",
            "answer",
            "authorize",
            "concurrency-limit",
            "headers",
            "json-edit",
            "query-guard",
            "rate-limit",
            "route-to",
            "tenant",
            "upstream-credentials");

    private static final String OPTIONAL = ".config.optional";

    private static final Pattern PRINCIPAL = Pattern.compile("\\.(principals|claims\\.[^.]+)\\[\\d+]$");

    private Warnings() {}

    /** @param scalars the bound scalars of the configuration, for their places */
    static List<Problem> of(GatewayConfig config, List<BoundScalar> scalars) {
        Map<String, Place> places = new HashMap<>();
        scalars.forEach(scalar -> places.put(scalar.place().path(), scalar.place()));
        List<Problem> warnings = new ArrayList<>();
        HostPort admin = config.admin().bind();
        if (config.admin().enabled() && !admin.isLoopback() && config.admin().open()) {
            warnings.add(new Problem(
                    Objects.requireNonNull(places.get("admin.bind")),
                    "the admin endpoint is open and " + admin + " can be reached from other machines"));
        }
        config.clusters().forEach((name, cluster) -> {
            String tls = "clusters." + name + ".tls.";
            Place written = places.getOrDefault(tls + "ca", places.get(tls + "certificate"));
            if (!cluster.secure() && written != null) {
                warnings.add(new Problem(
                        written,
                        "the nodes are reached through http, so nothing of tls is used; write their addresses with"
                                + " https"));
            }
        });
        Set<String> optional = optional(scalars);
        for (int i = 0; i < config.listeners().size(); i++) {
            ListenerConfig listener = config.listeners().get(i);
            String catchAll =
                    "listeners[" + i + "].routes[" + (listener.routes().size() - 1) + "].flow";
            unguarded(config, optional, listener, Objects.requireNonNull(places.get(catchAll)), warnings);
        }
        config.flows().forEach((name, flow) -> unknownWriters(config, name, places, warnings));
        config.flows().values().forEach(flow -> userless(flow.filters(), scalars, warnings));
        return warnings;
    }

    // What a queue sends has the gateway's credentials, whoever wrote it.
    private static void unknownWriters(
            GatewayConfig config, String name, Map<String, Place> places, List<Problem> warnings) {
        FlowConfig flow = Objects.requireNonNull(config.flows().get(name));
        String queue = flow.relay().queue();
        if (queue == null || flow.filters().stream().anyMatch(filter -> LOGINS.contains(filter.type()))) {
            return;
        }
        List<String> shown = config.reachOfCopies(queue).stream()
                .filter(cluster ->
                        Objects.requireNonNull(config.clusters().get(cluster)).auth() != null)
                .toList();
        if (!shown.isEmpty()) {
            warnings.add(new Problem(
                    Objects.requireNonNull(places.get("flows." + name + ".relay.queue")),
                    "the queue, or a copy of it, sends to " + String.join(", ", shown)
                            + " with the gateway's credentials what"
                            + " anybody writes to this flow; put a filter such as basic-auth into it"));
        }
    }

    // Conditions about users before any filter that could set one.
    private static void userless(List<FilterConfig> filters, List<BoundScalar> scalars, List<Problem> warnings) {
        for (FilterConfig filter : filters) {
            if (!WITHOUT_USERS.contains(filter.type())) {
                return;
            }
            String within = filter.place().path() + ".";
            scalars.stream()
                    .map(BoundScalar::place)
                    .filter(place -> place.path().startsWith(within)
                            && PRINCIPAL.matcher(place.path()).find())
                    .findFirst()
                    .ifPresent(place -> warnings.add(new Problem(
                            place,
                            "no filter before this one authenticates users, so this condition never holds; put a filter"
                                    + " such as basic-auth in front of it")));
        }
    }

    // The filters that let a request pass that has no credentials.
    private static Set<String> optional(List<BoundScalar> scalars) {
        return scalars.stream()
                .filter(scalar -> scalar.value().equals(true))
                .map(scalar -> scalar.place().path())
                .filter(path -> path.endsWith(OPTIONAL))
                .map(path -> path.substring(0, path.length() - OPTIONAL.length()))
                .collect(Collectors.toSet());
    }

    private static void unguarded(
            GatewayConfig config, Set<String> optional, ListenerConfig listener, Place place, List<Problem> warnings) {
        String catchAll = listener.routes().getLast().flow();
        Set<String> missing = new TreeSet<>();
        for (RouteConfig route : listener.routes()) {
            missing.addAll(guards(config, optional, route.flow()));
        }
        missing.removeAll(guards(config, optional, catchAll));
        for (String guard : missing) {
            warnings.add(new Problem(
                    place,
                    "a flow of this listener has a filter of type " + guard + ", but its last route's flow '" + catchAll
                            + "' has none, so requests that match no other route pass unguarded"));
        }
    }

    private static Set<String> guards(GatewayConfig config, Set<String> optional, String flow) {
        Set<String> guards = new TreeSet<>();
        for (FilterConfig filter :
                Objects.requireNonNull(config.flows().get(flow)).filters()) {
            if (GUARDS.contains(filter.type())
                    && !optional.contains(filter.place().path())) {
                guards.add(filter.type());
            }
        }
        return guards;
    }
}
