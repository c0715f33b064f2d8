package io.sluice.plugin;

import io.sluice.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The directories of plugins. Those of the distribution are always loaded, wherever the configuration is; operators add their
 * own.
 *
 * @param home the distribution; null if the process was not started from one
 */
public record PluginDirectories(@Nullable Path home) {

    private static final String HOME = "sluice.home";

    /** The directories of the distribution that the launcher names. */
    public static PluginDirectories ofThisProcess() {
        String home = System.getProperty(HOME);
        return new PluginDirectories(home == null ? null : Path.of(home));
    }

    /**
     * Loads the plugins of the distribution, then the operator's own.
     *
     * @param own the operator's directory; null for {@code plugins} of the distribution, if it exists
     * @throws ConfigException if anything in a directory cannot be used, or a named directory does not exist
     */
    public FilterRegistry load(@Nullable Path own) throws ConfigException {
        return load(own, null);
    }

    /**
     * As {@link #load(Path)}, but shares the plugins of an earlier registry whose jars are the same.
     *
     * @param earlier not closed yet; null if there is none
     * @throws ConfigException if anything in a directory cannot be used, or a named directory does not exist
     */
    public FilterRegistry load(@Nullable Path own, @Nullable FilterRegistry earlier) throws ConfigException {
        List<Path> directories = new ArrayList<>();
        if (home != null) {
            directories.add(home.resolve("lib/plugins"));
        }
        if (own != null) {
            directories.add(own);
        } else if (home != null && Files.isDirectory(home.resolve("plugins"))) {
            directories.add(home.resolve("plugins"));
        }
        return PluginLoader.load(directories, earlier);
    }
}
