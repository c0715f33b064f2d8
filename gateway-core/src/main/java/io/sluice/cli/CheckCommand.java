package io.sluice.cli;

import io.sluice.config.ConfigException;
import io.sluice.config.ConfigRenderer;
import io.sluice.config.Problem;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
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

    @Option(names = "--strict", description = "end with code " + ExitCode.CONFIGURATION + " where there are warnings")
    private boolean strict;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws ConfigException {
        try (Preview preview = Preview.of(config)) {
            List<Problem> warnings = new ArrayList<>(preview.warnings());
            warnings.addAll(preview.startCheck().warnings());
            PrintWriter err = spec.commandLine().getErr();
            warnings.forEach(warning -> err.println("warning: " + warning));
            PrintWriter out = spec.commandLine().getOut();
            if (effective) {
                out.print(ConfigRenderer.yaml(preview.config()));
            } else {
                out.println(config.file() + ": can be used; " + Sluice.count(warnings.size(), "warning"));
            }
            out.flush();
            return strict && !warnings.isEmpty() ? ExitCode.CONFIGURATION : ExitCode.OK;
        }
    }
}
