package io.sluice.server;

import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.Loaded;
import io.sluice.config.PluginsConfig;
import io.sluice.config.Problem;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.PluginDirectories;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Where a gateway's configuration comes from, again and again: its file, the environment, the directories of plugins. Thread-safe. */
public final class ConfigSource {
    private final Path file;
    private final ConfigLoader loader;
    private final Plugins plugins;

    /** Loads the plugins of a configuration. */
    @FunctionalInterface
    public interface Plugins {
        /** @param earlier shares plugins that did not change; null if there is none */
        FilterRegistry load(PluginsConfig plugins, @Nullable FilterRegistry earlier) throws ConfigException;
    }

    /** @param environment the variables for {@code ${NAME}} */
    public ConfigSource(Path file, Map<String, String> environment, Plugins plugins) {
        this.file = file;
        this.loader = new ConfigLoader(environment);
        this.plugins = plugins;
    }

    /** A file, read with the environment and the plugins of this process. */
    public static ConfigSource ofThisProcess(Path file) {
        PluginDirectories directories = PluginDirectories.ofThisProcess();
        return new ConfigSource(
                file, System.getenv(), (plugins, earlier) -> directories.load(plugins.directory(), earlier));
    }

    Path file() {
        return file;
    }

    /** The base of relative paths. */
    public Path directory() {
        return ConfigLoader.directoryOf(file);
    }

    /**
     * The file as it is now.
     *
     * @throws ConfigException if it cannot be read
     */
    public String read() throws ConfigException {
        return ConfigLoader.read(file);
    }

    /** The files of certificates and keys that a text names for listeners and clusters, whatever is wrong in it. */
    List<Path> tlsFiles(String yaml) {
        return loader.tlsFiles(yaml, file);
    }

    /**
     * Makes a configuration of a text as if it were in the file, and checks what it needs of this machine.
     *
     * @param earlier shares plugins that did not change; null if there is none
     * @return with a registry that the caller closes
     * @throws ConfigException if anything in it cannot work; nothing is left open
     */
    public Loaded<FilterRegistry> parse(String yaml, @Nullable FilterRegistry earlier) throws ConfigException {
        AtomicReference<@Nullable FilterRegistry> made = new AtomicReference<>();
        boolean usable = false;
        try {
            Loaded<FilterRegistry> loaded = loader.parse(yaml, file, section -> {
                FilterRegistry registry = plugins.load(section, earlier);
                made.set(registry);
                return registry;
            });
            List<Problem> obstacles = new StartCheck(loaded).problems();
            if (!obstacles.isEmpty()) {
                throw new ConfigException(obstacles);
            }
            usable = true;
            return loaded;
        } finally {
            FilterRegistry registry = made.get();
            if (!usable && registry != null) {
                registry.close();
            }
        }
    }
}
