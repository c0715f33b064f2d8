package io.sluice.server;

import io.sluice.config.ConfigChange;
import io.sluice.plugin.Plugin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What differs in files that a configuration names, apart from itself. Stateless. */
final class FileChanges {
    private FileChanges() {}

    /** Plugins that came, went, or have other jars. */
    static List<ConfigChange> ofPlugins(List<Plugin> before, List<Plugin> after) {
        Map<String, Map<String, String>> old = jars(before);
        Map<String, Map<String, String>> now = jars(after);
        Set<String> names = new LinkedHashSet<>(old.keySet());
        names.addAll(now.keySet());
        List<ConfigChange> changes = new ArrayList<>();
        for (String name : names) {
            Map<String, String> oldJars = old.get(name);
            Map<String, String> newJars = now.get(name);
            if (oldJars == null || newJars == null) {
                ConfigChange.Kind kind = oldJars == null ? ConfigChange.Kind.ADDED : ConfigChange.Kind.REMOVED;
                changes.add(new ConfigChange("plugins", name, kind, List.of()));
            } else if (!oldJars.equals(newJars)) {
                changes.add(new ConfigChange("plugins", name, ConfigChange.Kind.CHANGED, keys(oldJars, newJars)));
            }
        }
        return changes;
    }

    private static Map<String, Map<String, String>> jars(List<Plugin> plugins) {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        for (Plugin plugin : plugins) {
            Map<String, String> jars = new LinkedHashMap<>();
            plugin.jars().forEach(jar -> jars.put(jar.file().toString(), "\"" + jar.sha256() + "\""));
            all.put(plugin.name(), jars);
        }
        return all;
    }

    private static List<ConfigChange.Key> keys(Map<String, String> before, Map<String, String> after) {
        Set<String> files = new LinkedHashSet<>(before.keySet());
        files.addAll(after.keySet());
        return files.stream()
                .map(file -> new ConfigChange.Key(file, before.getOrDefault(file, ""), after.getOrDefault(file, "")))
                .filter(key -> !key.before().equals(key.after()))
                .toList();
    }
}
