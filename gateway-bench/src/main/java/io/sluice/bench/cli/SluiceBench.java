package io.sluice.bench.cli;

import io.sluice.bench.net.Addresses;
import java.net.InetSocketAddress;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code sluice-bench}: the tools Sluice is measured with. Exit codes: 0 done, 1 failed, 2 wrong usage. */
@Command(
        name = "sluice-bench",
        mixinStandardHelpOptions = true,
        version = "sluice-bench 0.1.0",
        description = "Measures gateways and clusters that speak Elasticsearch.",
        subcommands = {
            StubCommand.class,
            LoadCommand.class,
            ProxyCommand.class,
            JmhCommand.class,
            JmhCompareCommand.class,
            BareProxyCommand.class,
            CommandLine.HelpCommand.class
        })
public final class SluiceBench {
    /** Runs a command and exits with its code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new SluiceBench())
                .registerConverter(InetSocketAddress.class, Addresses::parse)
                .setCaseInsensitiveEnumValuesAllowed(true);
    }
}
