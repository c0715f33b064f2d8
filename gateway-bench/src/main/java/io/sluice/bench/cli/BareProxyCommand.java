package io.sluice.bench.cli;

import io.sluice.bench.bare.BareProxy;
import io.sluice.bench.net.Addresses;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice-bench bare-proxy}: runs the baseline until the process is stopped. */
@Command(
        name = "bare-proxy",
        mixinStandardHelpOptions = true,
        description = "Runs the bare Netty proxy (the baseline).")
final class BareProxyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--listen", defaultValue = "127.0.0.1:0", description = "Address to bind (${DEFAULT-VALUE}).")
    private InetSocketAddress listen;

    @Option(names = "--upstream", required = true, description = "host:port everything is relayed to.")
    private InetSocketAddress upstream;

    @Option(names = "--threads", defaultValue = "1", description = "Event loops (${DEFAULT-VALUE}).")
    private int threads;

    @Override
    public Integer call() throws InterruptedException {
        try (BareProxy proxy = BareProxy.start(listen, upstream, threads)) {
            spec.commandLine().getOut().println("listening on " + Addresses.text(proxy.address()));
            proxy.await();
        }
        return 0;
    }
}
