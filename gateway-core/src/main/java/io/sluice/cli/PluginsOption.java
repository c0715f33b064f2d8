package io.sluice.cli;

import io.sluice.config.ConfigException;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.PluginDirectories;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the plugin directory, for commands that need no configuration. */
final class PluginsOption {

    @Option(
            names = {"-p", "--plugins"},
            paramLabel = "DIR",
            description = "the directory of your own plugins; plugins of the distribution if it is left out")
    private @Nullable Path directory;

    FilterRegistry load() throws ConfigException {
        return PluginDirectories.ofThisProcess().load(directory);
    }
}
