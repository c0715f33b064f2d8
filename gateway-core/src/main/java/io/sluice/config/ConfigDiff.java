package io.sluice.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compares two configurations. That a secret differs is seen, what it is never shown. For one comparison, on one thread. */
public final class ConfigDiff {
    // No value of a configuration file has this character.
    private static final String MARK = "\0";
    private static final Pattern MARKED = Pattern.compile("\\\\u0000[0-9a-f]*\\\\u0000");
    private static final int SALT = 16;

    private final byte[] salt = new byte[SALT];
    private final List<ConfigChange> changes = new ArrayList<>();

    private ConfigDiff() {
        new SecureRandom().nextBytes(salt);
    }

    /** What differs, section by section. */
    public static List<ConfigChange> of(GatewayConfig before, GatewayConfig after) {
        ConfigDiff diff = new ConfigDiff();
        diff.compare(ConfigRenderer.tree(before, diff::digest), ConfigRenderer.tree(after, diff::digest));
        return List.copyOf(diff.changes);
    }

    // Two values are equal where their digests are; a digest is never shown.
    private String digest(String secret) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(salt);
            byte[] bytes = digest.digest(secret.getBytes(StandardCharsets.UTF_8));
            return MARK + HexFormat.of().formatHex(bytes) + MARK;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private void compare(ObjectNode before, ObjectNode after) {
        Map<String, JsonNode> routesBefore = new LinkedHashMap<>();
        Map<String, JsonNode> routesAfter = new LinkedHashMap<>();
        Map<String, JsonNode> filtersBefore = new LinkedHashMap<>();
        Map<String, JsonNode> filtersAfter = new LinkedHashMap<>();
        compare("listeners", listeners(before, routesBefore), listeners(after, routesAfter));
        compare("routes", routesBefore, routesAfter);
        compare("flows", flows(before, filtersBefore), flows(after, filtersAfter));
        compare("filters", filtersBefore, filtersAfter);
        compare("clusters", named(before.path("clusters")), named(after.path("clusters")));
        compare("queues", named(before.path("queues")), named(after.path("queues")));
        for (String section : List.of("admin", "plugins", "process")) {
            compare(section, Map.of("", before.path(section)), Map.of("", after.path(section)));
        }
    }

    // The routes are taken out.
    private static Map<String, JsonNode> listeners(ObjectNode config, Map<String, JsonNode> routes) {
        Map<String, JsonNode> listeners = new LinkedHashMap<>();
        for (JsonNode listener : config.path("listeners")) {
            String name = listener.path("name").asText();
            ObjectNode rest = listener.deepCopy();
            JsonNode own = rest.remove("routes");
            routes.put(name, JsonNodeFactory.instance.objectNode().set("routes", own));
            listeners.put(name, rest);
        }
        return listeners;
    }

    // The filters are taken out.
    private static Map<String, JsonNode> flows(ObjectNode config, Map<String, JsonNode> filters) {
        Map<String, JsonNode> flows = new LinkedHashMap<>();
        named(config.path("flows")).forEach((name, flow) -> {
            ObjectNode rest = flow.deepCopy();
            JsonNode own = rest.remove("filters");
            for (int i = 0; own != null && i < own.size(); i++) {
                filters.put("flows." + name + ".filters[" + i + "]", own.get(i));
            }
            flows.put(name, rest);
        });
        return flows;
    }

    private static Map<String, JsonNode> named(JsonNode section) {
        Map<String, JsonNode> named = new LinkedHashMap<>();
        section.properties().forEach(entry -> named.put(entry.getKey(), entry.getValue()));
        return named;
    }

    private void compare(String section, Map<String, JsonNode> before, Map<String, JsonNode> after) {
        Set<String> names = new LinkedHashSet<>(before.keySet());
        names.addAll(after.keySet());
        for (String name : names) {
            JsonNode old = before.get(name);
            JsonNode now = after.get(name);
            if (old == null || now == null) {
                changes.add(new ConfigChange(
                        section, name, old == null ? ConfigChange.Kind.ADDED : ConfigChange.Kind.REMOVED, List.of()));
            } else if (!old.equals(now)) {
                List<ConfigChange.Key> keys = new ArrayList<>();
                collect("", old, now, keys);
                changes.add(new ConfigChange(section, name, ConfigChange.Kind.CHANGED, keys));
            }
        }
    }

    private static void collect(String path, JsonNode before, JsonNode after, List<ConfigChange.Key> into) {
        if (before.equals(after)) {
            return;
        }
        if (before.isObject() && after.isObject()) {
            Set<String> names = new LinkedHashSet<>(named(before).keySet());
            names.addAll(named(after).keySet());
            for (String name : names) {
                collect(path.isEmpty() ? name : path + "." + name, before.path(name), after.path(name), into);
            }
        } else if (before.isArray() && after.isArray() && before.size() == after.size()) {
            for (int i = 0; i < before.size(); i++) {
                collect(path + "[" + i + "]", before.path(i), after.path(i), into);
            }
        } else {
            into.add(new ConfigChange.Key(path, shown(before), shown(after)));
        }
    }

    private static String shown(@Nullable JsonNode value) {
        return value == null || value.isMissingNode()
                ? ""
                : MARKED.matcher(value.toString()).replaceAll("***");
    }
}
