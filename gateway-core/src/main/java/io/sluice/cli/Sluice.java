package io.sluice.cli;

import io.sluice.config.ConfigException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code sluice}; names its subcommands and turns what they throw into exit codes. */
@Command(
        name = "sluice",
        description = "An Elasticsearch gateway and host for filter plugins.",
        mixinStandardHelpOptions = true,
        versionProvider = Sluice.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeOnInvalidInput = ExitCode.USAGE,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:a failure while running",
            "2:wrong usage",
            "3:the configuration or a plugin cannot be used"
        },
        subcommands = {
            CheckCommand.class,
            ExplainCommand.class,
            FiltersCommand.class,
            SchemaCommand.class,
            WarmCommand.class
        })
public final class Sluice implements Runnable {

    @Spec
    private CommandSpec spec;

    /** The version of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"sluice " + number()};
        }

        static String number() {
            String version = Sluice.class.getPackage().getImplementationVersion();
            return version == null ? "development" : version;
        }
    }

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Sluice())
                .setExecutionExceptionHandler((exception, command, parsed) -> report(exception, command))
                .setUsageHelpWidth(100);
    }

    private static int report(Exception exception, CommandLine command) {
        PrintWriter err = command.getErr();
        if (exception instanceof ConfigException invalid) {
            invalid.problems().forEach(err::println);
            err.println(count(invalid.problems().size(), "problem"));
            return ExitCode.CONFIGURATION;
        }
        String message = exception.getMessage();
        err.println("sluice: " + (message == null ? exception.toString() : message));
        if (exception instanceof RuntimeException) {
            exception.printStackTrace(err);
        }
        return ExitCode.FAILED;
    }

    static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
