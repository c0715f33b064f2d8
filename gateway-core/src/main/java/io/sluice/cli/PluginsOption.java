package io.sluice.cli;

import io.sluice.config.ConfigException;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.PluginLoader;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the plugin directory, for commands that need no configuration. */
final class PluginsOption {

    @Option(
            names = {"-p", "--plugins"},
            paramLabel = "DIR",
            defaultValue = "${sys:sluice.home:-.}/plugins",
            description = "the plugin directory; that of the distribution if it is left out")
    private Path directory;

    FilterRegistry load() throws ConfigException {
        return PluginLoader.load(directory);
    }
}
