package io.sluice.cli;

import io.sluice.config.ConfigException;
import io.sluice.config.ConfigSchema;
import io.sluice.plugin.FilterRegistry;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sluice schema}: a JSON schema for editors. */
@Command(
        name = "schema",
        description = "Prints a JSON schema of the configuration, the plugins' filters included.",
        mixinStandardHelpOptions = true)
final class SchemaCommand implements Callable<Integer> {

    @Mixin
    private PluginsOption plugins;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws ConfigException {
        try (FilterRegistry registry = plugins.load()) {
            spec.commandLine().getOut().println(ConfigSchema.of(registry));
        }
        return ExitCode.OK;
    }
}
