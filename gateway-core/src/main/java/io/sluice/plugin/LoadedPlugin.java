package io.sluice.plugin;

import io.sluice.api.PluginFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The code of a plugin: its class loader and the factories that it brings. Kept over reloads while its jars stay byte for byte the
 * same.
 *
 * @param name of the plugin
 * @param jars its jars, sorted by name
 * @param loader of its classes
 * @param factories all that its jars name
 */
record LoadedPlugin(String name, List<Plugin.Jar> jars, PluginClassLoader loader, List<PluginFactory<?>> factories) {

    LoadedPlugin {
        jars = List.copyOf(jars);
        factories = List.copyOf(factories);
    }

    /** Closes the jars; classes that are not loaded by then cannot be loaded any more. */
    void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a plugin's jar could not be closed", e);
        }
    }
}
