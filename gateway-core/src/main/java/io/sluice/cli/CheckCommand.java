package io.sluice.cli;

import io.sluice.config.ConfigException;
import io.sluice.config.ConfigRenderer;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice check}: reads a configuration, loads its plugins and makes its filters, as {@code run} would. */
@Command(
        name = "check",
        description = "Reports every problem of a configuration, with file, line and column.",
        mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {

    @Mixin
    private ConfigOption config;

    @Option(
            names = "--effective",
            description = "print the configuration with its defaults filled in and its secrets masked")
    private boolean effective;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws ConfigException {
        try (Preview preview = Preview.of(config)) {
            PrintWriter err = spec.commandLine().getErr();
            preview.warnings().forEach(warning -> err.println("warning: " + warning));
            PrintWriter out = spec.commandLine().getOut();
            if (effective) {
                out.print(ConfigRenderer.yaml(preview.config()));
            } else {
                out.println(config.file() + ": can be used; "
                        + Sluice.count(preview.warnings().size(), "warning"));
            }
            out.flush();
        }
        return ExitCode.OK;
    }
}
