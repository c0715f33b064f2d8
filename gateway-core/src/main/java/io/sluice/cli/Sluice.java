package io.sluice.cli;

import io.sluice.config.ConfigException;
import io.sluice.failure.FileFailure;
import io.sluice.metrics.BuildVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code sluice}; has the subcommands and turns their exceptions into exit codes. */
@Command(
        name = "sluice",
        description = "An Elasticsearch gateway and host for filter plugins.",
        mixinStandardHelpOptions = true,
        versionProvider = Sluice.VersionText.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeOnInvalidInput = ExitCode.USAGE,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:a failure while running",
            "2:wrong usage",
            "3:the configuration or a plugin cannot be used",
            "4:what was compared is not the same"
        })
public final class Sluice implements Runnable {

    private static final Map<String, Supplier<Object>> COMMANDS = commands();

    @Spec
    private CommandSpec spec;

    /** What {@code --version} prints. */
    static final class VersionText implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"sluice " + BuildVersion.number()};
        }
    }

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        Path config = RunCommand.plainRun(arguments);
        System.exit(config == null ? execute(commandLine(arguments), arguments) : run(config));
    }

    // If the output could not be written, the command fails: a script would continue with half a file. Only the stream
    // itself knows.
    private static int execute(CommandLine command, String... arguments) {
        int code = command.execute(arguments);
        command.getOut().flush();
        if (System.out.checkError()) {
            command.getErr().println("sluice: standard output could not be written");
            return code == ExitCode.OK ? ExitCode.FAILED : code;
        }
        return code;
    }

    private static int run(Path config) {
        try {
            return RunCommand.run(config);
        } catch (Exception e) {
            return report(e, new PrintWriter(System.err, true, System.err.charset()));
        }
    }

    /** The command line for the arguments; it has only the command that they name, if they clearly name one. */
    static CommandLine commandLine(String... arguments) {
        CommandLine sluice = new CommandLine(new Sluice());
        Supplier<Object> meant = arguments.length == 0 ? null : COMMANDS.get(arguments[0]);
        if (meant == null) {
            COMMANDS.forEach((name, command) -> sluice.addSubcommand(name, command.get()));
        } else {
            sluice.addSubcommand(arguments[0], meant.get());
        }
        return sluice.setExecutionExceptionHandler((exception, command, parsed) -> report(exception, command.getErr()))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(100);
    }

    private static Map<String, Supplier<Object>> commands() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("run", RunCommand::new);
        commands.put("check", CheckCommand::new);
        commands.put("explain", ExplainCommand::new);
        commands.put("filters", FiltersCommand::new);
        commands.put("schema", SchemaCommand::new);
        commands.put("health", HealthCommand::new);
        commands.put("top", TopCommand::new);
        commands.put("queue", QueueCommand::new);
        commands.put("tenant", TenantCommand::new);
        commands.put("index", IndexCommand::new);
        commands.put("certificate", CertificateCommand::new);
        commands.put("api-key", ApiKeyCommand::new);
        commands.put("warm", WarmCommand::new);
        return commands;
    }

    private static int report(Exception exception, PrintWriter err) {
        if (exception instanceof ConfigException invalid) {
            invalid.problems().forEach(err::println);
            err.println(count(invalid.problems().size(), "problem"));
            return ExitCode.CONFIGURATION;
        }
        err.println("sluice: " + message(exception));
        if (exception instanceof RuntimeException) {
            exception.printStackTrace(err);
        }
        return ExitCode.FAILED;
    }

    private static String message(Exception exception) {
        if (exception instanceof IOException io) {
            return FileFailure.describe(io);
        }
        if (exception instanceof InterruptedException) {
            return "stopped before the end";
        }
        String message = exception.getMessage();
        return message == null ? exception.toString() : message;
    }

    static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
