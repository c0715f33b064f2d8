package io.sluice.bench.proxy;

import io.sluice.bench.net.Addresses;
import io.sluice.bench.net.OwnJava;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A stub to be started as a process, on consecutive ports.
 *
 * @param heap as {@code -Xmx} takes it
 * @param options of the command {@code stub}, beyond ports, nodes and shards
 */
public record StubProcess(StubShape shape, String heap, List<String> options) {
    public StubProcess {
        options = List.copyOf(options);
    }

    /**
     * Starts it and waits until it listens.
     *
     * @param directory for its log
     * @return its first node; the caller closes it
     */
    public Subject start(Path directory) throws IOException, InterruptedException {
        InetSocketAddress address = Addresses.free(shape.nodes());
        List<String> arguments = new ArrayList<>(List.of(
                "stub",
                "--port",
                Integer.toString(address.getPort()),
                "--nodes",
                Integer.toString(shape.nodes()),
                "--shards",
                Integer.toString(shape.shards())));
        arguments.addAll(options);
        List<String> command = OwnJava.command(
                List.of("-Xms" + heap, "-Xmx" + heap),
                "io.sluice.bench.cli.SluiceBench",
                arguments.toArray(new String[0]));
        return StartedSubject.start("stub", address, command, null, new Workspace(directory, ""));
    }
}
