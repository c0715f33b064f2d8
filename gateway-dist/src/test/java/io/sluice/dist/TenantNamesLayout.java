package io.sluice.dist;

import io.sluice.filters.tenant.TenantFactory;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A configuration of the filter {@code tenant}, and what the tenant {@code acme} has in its cluster. Immutable. */
final class TenantNamesLayout {

    private static final String OWN = "indexPerTenant: { indices: [\"*\"], template: \"{tenant}.{index}\" }";
    private static final List<String> INDICES = List.of("logs", "logs-a", "l", "metrics-1", "metrics-2", "x", "mb");
    /** What is beside the tenant's indices, of other tenants and of the operator. */
    private static final List<String> OTHERS = List.of(
            "bolt.logs",
            "bolt.logs-a",
            "acm.logs",
            "acme2.logs",
            "logs.bolt",
            "acmelogs",
            "acme",
            "secret",
            "m",
            "t-bolt");

    private final String label;
    private final String config;
    private final List<Place> places;
    private final String client;

    /** How a part of the tenant's indices lies in the cluster. */
    enum Kind {
        OWN,
        SHARED,
        ROUTED,
        NESTED
    }

    /**
     * Where some of the tenant's indices lie.
     *
     * @param patterns of the tenant's names
     * @param template of the names in the cluster
     */
    record Place(Kind kind, List<String> patterns, String template) {

        boolean has(String name) {
            return patterns.stream()
                    .anyMatch(pattern -> pattern.endsWith("*")
                            ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                            : name.equals(pattern));
        }

        String physical(String name) {
            return name.startsWith("<")
                    ? "<" + template.replace("#", name.substring(1, name.length() - 1)) + ">"
                    : template.replace("#", name);
        }
    }

    private TenantNamesLayout(String label, String client, String layouts, Place... places) {
        this.label = label;
        this.client = client;
        String from = switch (label) {
            case "header" -> "header: { name: X-Tenant, trusted: [127.0.0.1] }";
            case "index" -> "index: '^(?<prefix>[^-]+)-(?<tenant>[^-]+)(?<postfix>.*)$'";
            default -> "principal: {}";
        };
        this.config = "from: [{ " + from + " }]\nlayouts: [" + layouts + "]\n";
        this.places = List.of(places);
    }

    static List<TenantNamesLayout> all() {
        String closed = "indexPerTenant: { indices: [logs, l, \"m*\", x, absent], template: ";
        String shared = "shared: { indices: [logs, \"logs-*\"], scores: relevance }";
        String routed = "shared: { indices: [\"metrics-*\"], routing: tenant, scores: relevance }";
        String nested = "nested: { indices: [logs, \"logs-*\"], template: \"t-{tenant}\" }";
        List<String> some = List.of("logs", "l", "m*", "x", "absent");
        List<String> any = List.of("*");
        List<String> logs = List.of("logs", "logs-*");
        List<String> metrics = List.of("metrics-*");
        return List.of(
                new TenantNamesLayout("open", "#", "{ " + OWN + " }", new Place(Kind.OWN, any, "acme.#")),
                new TenantNamesLayout("header", "#", "{ " + OWN + " }", new Place(Kind.OWN, any, "acme.#")),
                new TenantNamesLayout(
                        "closed", "#", "{ " + closed + "\"{tenant}.{index}\" } }", new Place(Kind.OWN, some, "acme.#")),
                new TenantNamesLayout(
                        "suffix", "#", "{ " + closed + "\"{index}.{tenant}\" } }", new Place(Kind.OWN, some, "#.acme")),
                new TenantNamesLayout("index", "-acme", "{ " + OWN + " }", new Place(Kind.OWN, any, "acme.#")),
                new TenantNamesLayout("shared", "#", "{ " + shared + " }", new Place(Kind.SHARED, logs, "#")),
                new TenantNamesLayout("routed", "#", "{ " + routed + " }", new Place(Kind.ROUTED, metrics, "#")),
                new TenantNamesLayout("nested", "#", "{ " + nested + " }", new Place(Kind.NESTED, logs, "t-acme")),
                new TenantNamesLayout(
                        "mixed",
                        "#",
                        "{ " + shared + " }, { " + routed + " }, { " + nested.replace("logs, \"logs-*\"", "l")
                                + " }, { " + OWN + " }",
                        new Place(Kind.SHARED, logs, "#"),
                        new Place(Kind.ROUTED, metrics, "#"),
                        new Place(Kind.NESTED, List.of("l"), "t-acme"),
                        new Place(Kind.OWN, any, "acme.#")));
    }

    String label() {
        return label;
    }

    FilterHarness harness() {
        return FilterHarness.of(new TenantFactory(), config);
    }

    /** A request as the tenant sends it. */
    HarnessCall call(FilterHarness harness, TenantNamesRequest request) {
        HarnessCall call = harness.request(request.method(), request.target())
                .header("Content-Type", "application/json")
                .body(request.body());
        return switch (label) {
            case "header" -> call.header("X-Tenant", "acme");
            case "index" -> call;
            default -> call.principal("acme");
        };
    }

    /** What the client calls an index of the tenant. */
    String called(String name) {
        int hyphen = name.indexOf('-');
        if (client.equals("#")) {
            return name;
        }
        return hyphen < 0 ? name + client : name.substring(0, hyphen) + client + name.substring(hyphen);
    }

    /** What the tenant calls an index that its client calls so; null if that is none of the tenant's names. */
    private @Nullable String own(String called) {
        if (client.equals("#")) {
            return called;
        }
        int at = called.indexOf(client);
        boolean ends =
                at > 0 && (at + client.length() == called.length() || called.charAt(at + client.length()) == '-');
        return ends ? called.substring(0, at) + called.substring(at + client.length()) : null;
    }

    /** The place of an index that the client calls so; null if there is none. */
    @Nullable Place place(String called) {
        String name = own(called);
        if (name == null) {
            return null;
        }
        String literal = name.startsWith("<") ? name.substring(1).replaceFirst("[{>].*", "") : name;
        return places.stream().filter(place -> place.has(literal)).findFirst().orElse(null);
    }

    /** The cluster's name of an index that the client calls so; null if there is none. */
    @Nullable String physical(String called) {
        Place place = place(called);
        String name = own(called);
        return place == null || name == null ? null : place.physical(name);
    }

    /** The kinds of places that an index of the cluster is in, as far as it is the tenant's. */
    @Nullable Kind kind(String physical) {
        for (Place place : places) {
            int name = place.template().indexOf('#');
            if (name < 0) {
                if (physical.equals(place.template())) {
                    return place.kind();
                }
                continue;
            }
            String plain = physical.startsWith("<") ? physical.substring(1, physical.length() - 1) : physical;
            String before = place.template().substring(0, name);
            String after = place.template().substring(name + 1);
            boolean around = plain.length() > before.length() + after.length()
                    && plain.startsWith(before)
                    && plain.endsWith(after);
            if (around && place.has(plain.substring(before.length(), plain.length() - after.length()))) {
                return place.kind();
            }
        }
        return null;
    }

    /**
     * Whether a request was for another tenant, whom its own names of indices name, as any client may where they do.
     *
     * @param names of the cluster that all parts of the request are for
     */
    boolean isForAnother(TenantNamesRequest request, Set<String> names) {
        Set<String> tenants = names.stream()
                .map(name -> name.replaceFirst("^<", "").replaceFirst("[.].*", ""))
                .collect(Collectors.toSet());
        String tenant = tenants.isEmpty() ? "acme" : tenants.iterator().next();
        return label.equals("index")
                && tenants.size() == 1
                && !tenant.equals("acme")
                && (request.target() + request.body()).contains("-" + tenant);
    }

    /** Whether wildcards may be sent as plain names. */
    boolean hasPlainNames() {
        return places.stream()
                .anyMatch(place -> place.kind() != Kind.OWN
                        || place.patterns().stream().anyMatch(pattern -> !pattern.endsWith("*")));
    }

    /** Whether names of all these kinds of places can be in one expression. */
    boolean isMixed() {
        return places.size() > 1;
    }

    /** The tenant's names of its indices. */
    List<String> names() {
        return INDICES.stream().filter(name -> place(called(name)) != null).toList();
    }

    /** What the tenant would have in a cluster of its own, by its client's names. */
    List<ServerIndices.Stored> alone() {
        return names().stream().map(name -> stored(name, this::called)).toList();
    }

    /** What the cluster has, by its own names. */
    List<ServerIndices.Stored> whole() {
        List<ServerIndices.Stored> all = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String name : names()) {
            ServerIndices.Stored stored = stored(name, each -> String.valueOf(physical(called(each))));
            if (seen.add(stored.name())) {
                all.add(stored);
            }
        }
        for (String name : Stream.concat(OTHERS.stream(), Stream.of("logs", "metrics-1", "x"))
                .toList()) {
            if (kind(name) == null && seen.add(name)) {
                all.add(new ServerIndices.Stored(name, name.equals("m"), false, List.of("all")));
            }
        }
        all.add(new ServerIndices.Stored(".hidden", false, true, List.of()));
        return all;
    }

    // Only indices of the tenant's own can be closed, hidden or behind aliases without a change for others.
    private ServerIndices.Stored stored(String name, UnaryOperator<String> naming) {
        Place place = place(called(name));
        boolean own = place != null && place.kind() == Kind.OWN && !isMixed();
        boolean aliased = own && (name.equals("logs") || name.equals("metrics-1"));
        return new ServerIndices.Stored(
                naming.apply(name),
                own && name.equals("metrics-2"),
                own && name.equals("mb"),
                aliased ? List.of(naming.apply("ma")) : List.of());
    }

    @Override
    public String toString() {
        return label;
    }
}
