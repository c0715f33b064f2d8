package io.sluice.bench.cli;

import io.sluice.bench.net.Addresses;
import io.sluice.bench.net.ChildProcesses;
import io.sluice.config.ConfigException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code sluice-bench}: the tools Sluice is measured with. */
@Command(
        name = "sluice-bench",
        mixinStandardHelpOptions = true,
        version = "sluice-bench 0.1.0",
        description = "Measures gateways and clusters that speak Elasticsearch.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:a failure while running, a service level broken, a request that filters do not let pass",
            "2:wrong usage",
            "3:the gateway's configuration or a plugin cannot be used"
        },
        subcommands = {
            StubCommand.class,
            LoadCommand.class,
            ProxyCommand.class,
            IndexingCommand.class,
            SearchesCommand.class,
            CompareStylesCommand.class,
            FilterCommand.class,
            JmhCommand.class,
            JmhCompareCommand.class,
            BareProxyCommand.class,
            CompareClientsCommand.class,
            CompareCollectorsCommand.class,
            CompareInsideCommand.class,
            CompareScalingCommand.class,
            CalibrateNodeCommand.class,
            ChartsCommand.class,
            StandingCommand.class,
            SoakCommand.class,
            OutageCommand.class,
            ReplayCommand.class,
            CommandLine.HelpCommand.class
        })
public final class SluiceBench {
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int CONFIGURATION = 3;

    /** Runs a command and exits with its code. */
    public static void main(String[] arguments) {
        Runtime.getRuntime().addShutdownHook(new Thread(ChildProcesses::end, "end-children"));
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new SluiceBench())
                .registerConverter(InetSocketAddress.class, Addresses::parse)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((exception, command, parsed) -> report(exception, command.getErr()));
    }

    private static int report(Exception exception, PrintWriter err) {
        if (exception instanceof ConfigException invalid) {
            invalid.problems().forEach(err::println);
            return CONFIGURATION;
        }
        String message =
                exception instanceof NoSuchFileException file ? "no file " + file.getFile() : exception.getMessage();
        err.println("sluice-bench: " + (message == null ? exception.toString() : message));
        if (exception instanceof IllegalArgumentException) {
            return USAGE;
        }
        if (exception instanceof RuntimeException && !(exception instanceof UncheckedIOException)) {
            exception.printStackTrace(err);
        }
        return FAILED;
    }
}
