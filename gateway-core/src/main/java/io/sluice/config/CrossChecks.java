package io.sluice.config;

import io.sluice.api.ClusterName;
import io.sluice.config.ConfigNode.Mapping;
import io.sluice.config.ConfigNode.Member;
import io.sluice.config.ConfigNode.Scalar;
import io.sluice.config.ConfigNode.Sequence;
import io.sluice.config.RecordBinder.BoundScalar;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks that involve several sections: names are defined and used, listeners do not collide.
 * Works on the tree, so that it also finds problems in a file that has others. For one document and thread.
 */
final class CrossChecks {

    private static final Pattern FLOW_OF_ROUTE = Pattern.compile("listeners\\[\\d+]\\.routes\\[\\d+]\\.flow");
    private static final Pattern NAME_OF_LISTENER = Pattern.compile("listeners\\[\\d+]\\.name");
    private static final Pattern BIND = Pattern.compile("(admin|listeners\\[\\d+])\\.bind");

    private static final String ADMIN_BIND = "admin.bind";

    private final ConfigNode root;
    private final List<BoundScalar> scalars;
    private final List<Problem> problems = new ArrayList<>();

    private CrossChecks(ConfigNode root, List<BoundScalar> scalars) {
        this.root = root;
        this.scalars = scalars;
    }

    static List<Problem> of(ConfigNode root, List<BoundScalar> scalars) {
        CrossChecks checks = new CrossChecks(root, scalars);
        checks.references();
        checks.listeners();
        checks.namesOfAllTenants();
        return checks.problems;
    }

    private void references() {
        Set<String> clusters = new HashSet<>();
        Set<String> flows = new HashSet<>();
        Set<String> queues = new HashSet<>();
        Set<Place> namingClusters = new HashSet<>();
        Set<Place> namingQueues = new HashSet<>();
        references(namingClusters, namingQueues);
        for (BoundScalar scalar : scalars) {
            if (scalar.value() instanceof ClusterName name) {
                refer("cluster", name.value(), scalar.place(), clusters);
            } else if (namingClusters.contains(scalar.place())) {
                refer("cluster", (String) scalar.value(), scalar.place(), clusters);
            } else if (namingQueues.contains(scalar.place())) {
                refer("queue", (String) scalar.value(), scalar.place(), queues);
            } else if (at(scalar, FLOW_OF_ROUTE)) {
                refer("flow", (String) scalar.value(), scalar.place(), flows);
            }
        }
        unused("cluster", clusters, "no flow relays to it and no filter chooses it");
        unused("flow", flows, "no route leads to it");
        unused("queue", queues, "no flow relays to it, and no queue has it as a copy");
    }

    // Names of flows and queues may have dots, so their paths do not tell the keys in them.
    private void references(Set<Place> namingClusters, Set<Place> namingQueues) {
        for (Member flow : defined("flow").values()) {
            ConfigNode relay = flow.value().get("relay");
            if (relay != null) {
                add(relay.get("cluster"), namingClusters);
                add(relay.get("queue"), namingQueues);
            }
        }
        for (Member queue : defined("queue").values()) {
            add(queue.value().get("cluster"), namingClusters);
            if (queue.value().get("copies") instanceof Sequence copies) {
                copies.items().forEach(copy -> add(copy, namingQueues));
            }
        }
    }

    private static void add(@Nullable ConfigNode node, Set<Place> places) {
        if (node != null) {
            places.add(node.place());
        }
    }

    private void refer(String kind, String name, Place place, Set<String> used) {
        used.add(name);
        Map<String, Member> defined = defined(kind);
        if (!defined.containsKey(name)) {
            problems.add(new Problem(
                    place, "there is no " + kind + " '" + name + "'" + Suggestion.of(name, defined.keySet())));
        }
    }

    private void unused(String kind, Set<String> used, String reason) {
        defined(kind).forEach((name, member) -> {
            if (!used.contains(name)) {
                problems.add(new Problem(
                        member.keyPlace(), "the " + kind + " is never used: " + reason + "; use it or remove it"));
            }
        });
    }

    private Map<String, Member> defined(String kind) {
        return root.get(kind + "s") instanceof Mapping section ? section.members() : Map.of();
    }

    private void listeners() {
        List<BoundScalar> taken = new ArrayList<>();
        boolean admin = scalars.stream()
                .noneMatch(scalar ->
                        isOf("admin.enabled", scalar) && scalar.value().equals(false));
        boolean ownAddress = scalars.stream().anyMatch(scalar -> isOf(ADMIN_BIND, scalar));
        for (BoundScalar scalar : scalars) {
            boolean opened = at(scalar, BIND) && (admin || !isOf(ADMIN_BIND, scalar));
            if (opened && admin && !ownAddress && collide(HostPort.parse(AdminConfig.DEFAULT_BIND), scalar.value())) {
                problems.add(new Problem(
                        scalar.place(),
                        scalar.value() + " is already taken by the admin endpoint; give admin.bind another address, or"
                                + " set admin.enabled: false"));
            }
            if (at(scalar, NAME_OF_LISTENER) || opened) {
                taken.stream()
                        .filter(other -> collide(other.value(), scalar.value()))
                        .findFirst()
                        .ifPresent(other -> problems.add(new Problem(
                                scalar.place(),
                                scalar.value() + " is already taken in line "
                                        + other.place().line())));
                taken.add(scalar);
            }
        }
    }

    // Names that are read from the cluster are those of all tenants, and what stands behind takes them for the client's
    // own.
    private void namesOfAllTenants() {
        for (Member flow : defined("flow").values()) {
            if (flow.value().get("filters") instanceof Sequence filters) {
                namesOfAllTenants(filters.items());
            }
        }
    }

    private void namesOfAllTenants(List<ConfigNode> filters) {
        List<ConfigNode> reading = new ArrayList<>();
        for (ConfigNode filter : filters) {
            if (readsNames(filter)) {
                reading.add(filter);
            } else if (hasType("tenant", filter)) {
                reading.forEach(before -> problems.add(new Problem(
                        before.place(),
                        "names of indices would be looked up in the cluster, and a filter tenant behind this one"
                                + " would show those of others to each tenant; set resolve: false")));
                reading.clear();
            }
        }
    }

    private static boolean readsNames(ConfigNode filter) {
        ConfigNode config = filter.get("config");
        return hasType("authorize", filter)
                && config != null
                && !hasText("false", config.get("resolve"))
                && config.get("rules") instanceof Sequence rules
                && rules.items().stream().anyMatch(CrossChecks::namesIndices);
    }

    private static boolean namesIndices(ConfigNode rule) {
        return Stream.of("allow", "deny").map(rule::get).anyMatch(part -> part != null && part.get("indices") != null);
    }

    private static boolean hasType(String type, ConfigNode filter) {
        return hasText(type, filter.get("type"));
    }

    private static boolean hasText(String text, @Nullable ConfigNode node) {
        return node instanceof Scalar scalar && scalar.text().equals(text);
    }

    private static boolean collide(Object name, Object other) {
        if (name instanceof HostPort a && other instanceof HostPort b) {
            boolean sameHost = a.host().equals(b.host()) || a.isWildcard() || b.isWildcard();
            return a.port() == b.port() && a.port() != 0 && sameHost;
        }
        return name.equals(other);
    }

    private static boolean isOf(String path, BoundScalar scalar) {
        return scalar.place().path().equals(path);
    }

    private static boolean at(BoundScalar scalar, Pattern path) {
        return path.matcher(scalar.place().path()).matches();
    }
}
