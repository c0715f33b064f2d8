package io.sluice.bench.cli;

import java.net.InetSocketAddress;
import picocli.CommandLine.Option;

/** The server that a study needs; a mixin of its command. */
final class NoopNode {
    @Option(
            names = "--node",
            required = true,
            paramLabel = "HOST:PORT",
            description = "HTTP address of an Elasticsearch 7.17 of one node with the plugin noop.")
    private InetSocketAddress address;

    InetSocketAddress address() {
        return address;
    }
}
