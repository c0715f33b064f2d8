package io.sluice.cli;

import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.config.Loaded;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.PluginDirectories;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the configuration file. */
final class ConfigOption {

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "the configuration; config/gateway.yml of the distribution if it is left out")
    private Path file = defaultFile();

    Path file() {
        return file;
    }

    /** The file if none is named: that of the distribution. */
    static Path defaultFile() {
        return Path.of(System.getProperty("sluice.home", "."), "config", "gateway.yml");
    }

    /** Reads a file and loads the plugins that it names. */
    static Loaded<FilterRegistry> load(Path file) throws ConfigException {
        PluginDirectories directories = PluginDirectories.ofThisProcess();
        return new ConfigLoader(System.getenv()).load(file, plugins -> directories.load(plugins.directory()));
    }
}
