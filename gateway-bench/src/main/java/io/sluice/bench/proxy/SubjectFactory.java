package io.sluice.bench.proxy;

import io.sluice.bench.net.Addresses;
import io.sluice.bench.net.OwnJava;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Starts what is to be compared: {@code bare}, {@code nginx}, {@code sluice}, {@code direct}, a command of the user's own,
 * or something that already runs. Everything listens on a free loopback port and relays to the stub.
 */
final class SubjectFactory {
    private static final List<String> JVM_FLAGS = List.of("-Xms512m", "-Xmx512m");

    private static final Pattern RUNNING = Pattern.compile("(.+),(\\d{1,9})");

    private final Workspace place;
    private final Setup setup;

    /**
     * What the subjects have in common.
     *
     * @param loops event loops, or workers, of each
     * @param distribution directory of an unpacked Sluice, null if it is not compared
     * @param gatewayConfig file to run it with, with the holes LISTEN, UPSTREAM, ADMIN, PLUGINS (a dollar sign and braces); null for
     *     one listener, one flow, one cluster
     * @param recording whether JVMs record allocation and pauses
     * @param stub what stands behind all of them
     */
    record Setup(
            int loops,
            @Nullable Path distribution,
            @Nullable Path gatewayConfig,
            boolean recording,
            StubShape stub) {}

    SubjectFactory(Workspace place, Setup setup) {
        this.place = place;
        this.setup = setup;
    }

    /** Starts the stub that all others relay to. */
    Subject stub() throws IOException, InterruptedException {
        return new StubProcess(setup.stub, "512m", List.of()).start(place.directory());
    }

    /**
     * Starts one subject.
     *
     * @param text {@code bare}, {@code nginx}, {@code sluice}, {@code sluice-shard}, {@code sluice-node}, {@code direct}, {@code name=command} with listen, upstream and port in
     *     braces, or {@code name@host:port,pid}
     * @throws IllegalArgumentException if the text has another form
     */
    Subject start(String text, Subject stub) throws IOException, InterruptedException {
        int at = text.indexOf('@');
        int equals = text.indexOf('=');
        if (equals > 0 && (at < 0 || equals < at)) {
            return command(text.substring(0, equals), text.substring(equals + 1), stub.address());
        }
        if (at > 0) {
            return running(text.substring(0, at), text.substring(at + 1));
        }
        return switch (text) {
            case "bare" -> bare(stub.address());
            case "nginx" -> nginx(stub.address());
            case "sluice" -> sluice(text, "none", stub.address());
            case "sluice-shard", "sluice-node" -> sluice(text, text.substring(text.indexOf('-') + 1), stub.address());
            case "direct" -> new RunningSubject("direct", stub.address(), stub.process());
            default ->
                throw new IllegalArgumentException(
                        "expected bare, nginx, sluice, sluice-shard, sluice-node, direct, name=command or "
                                + "name@host:port,pid, got '" + text + "'");
        };
    }

    private Subject bare(InetSocketAddress upstream) throws IOException, InterruptedException {
        InetSocketAddress address = Addresses.free();
        List<String> command = ownJava(
                "bare-proxy",
                "--listen",
                Addresses.text(address),
                "--upstream",
                Addresses.text(upstream),
                "--threads",
                Integer.toString(setup.loops));
        return StartedSubject.start("bare", address, command, recording("bare"), place);
    }

    private Subject nginx(InetSocketAddress upstream) throws IOException, InterruptedException {
        InetSocketAddress address = Addresses.free();
        Path config = NginxConfig.write(place.directory(), address, upstream, setup.loops);
        List<String> command =
                List.of("nginx", "-p", place.directory().toString(), "-c", config.toString(), "-e", "nginx-error.log");
        return StartedSubject.start("nginx", address, command, null, place);
    }

    private Subject sluice(String name, String groupBy, InetSocketAddress upstream)
            throws IOException, InterruptedException {
        Path home = setup.distribution;
        if (home == null) {
            throw new IllegalArgumentException("comparing sluice needs --sluice with the distribution's directory");
        }
        String template = setup.gatewayConfig == null
                ? GatewayYaml.of(setup.loops, groupBy, "[]")
                : Files.readString(setup.gatewayConfig);
        return new SluiceProcess(name, home, template).start(upstream, place, recording(name));
    }

    private Subject command(String name, String command, InetSocketAddress upstream)
            throws IOException, InterruptedException {
        InetSocketAddress address = Addresses.free();
        String filled = command.replace("{listen}", Addresses.text(address))
                .replace("{upstream}", Addresses.text(upstream))
                .replace("{port}", Integer.toString(address.getPort()));
        return StartedSubject.start(name, address, List.of("sh", "-c", "exec " + filled), recording(name), place);
    }

    private static Subject running(String name, String where) {
        Matcher form = RUNNING.matcher(where);
        if (!form.matches()) {
            throw new IllegalArgumentException("expected name@host:port,pid, got '" + name + "@" + where + "'");
        }
        ProcessHandle process = ProcessHandle.of(Long.parseLong(form.group(2)))
                .orElseThrow(() -> new IllegalArgumentException("no process " + form.group(2)));
        InetSocketAddress address = Addresses.parse(form.group(1));
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            return new RunningSubject(name, (InetSocketAddress) socket.getRemoteSocketAddress(), process);
        } catch (IOException e) {
            throw new IllegalArgumentException(name + " does not listen on " + Addresses.text(address), e);
        }
    }

    private @Nullable JvmRecording recording(String name) throws IOException {
        return setup.recording ? new JvmRecording(place.directory(), name) : null;
    }

    /** A command that runs this tool again. */
    private static List<String> ownJava(String... arguments) {
        return OwnJava.command(JVM_FLAGS, "io.sluice.bench.cli.SluiceBench", arguments);
    }
}
