package io.sluice.devcluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * The launcher's command line: starts a cluster, says where it listens, and keeps it until SIGTERM or the end of stdin, whose lines kill,
 * stop and restart nodes.
 */
public final class Main {

    private static final int USAGE_ERROR = 2;

    private Main() {}

    /** Exit status 0 after a cluster that was asked to end, 1 when it did not start, 2 for a command line that makes no sense. */
    public static void main(String[] arguments) throws IOException {
        if (List.of(arguments).contains("--help")) {
            System.out.print(MainOptions.USAGE);
            return;
        }
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) throws IOException {
        MainOptions options;
        try {
            options = MainOptions.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n\n" + MainOptions.USAGE);
            return USAGE_ERROR;
        }
        Instant begin = Instant.now();
        System.out.println(
                "Starting " + options.nodes() + " node(s) of " + options.kind().id() + " ...");
        try (DevCluster cluster = options.cluster().start()) {
            Duration took = Duration.between(begin, Instant.now());
            announce(cluster.addresses(), took);
            if (options.addressesFile().isPresent()) {
                write(cluster.addresses(), options.addressesFile().get());
            }
            obey(cluster);
            return 0;
        } catch (ServerStartException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    private static void announce(List<URI> addresses, Duration took) {
        System.out.printf(Locale.ROOT, "The cluster is green after %.1f s:%n", took.toMillis() / 1e3);
        for (URI address : addresses) {
            System.out.println("  " + address);
        }
    }

    /** The file appears whole or not at all. */
    private static void write(List<URI> addresses, Path file) throws IOException {
        Path whole = file.resolveSibling(file.getFileName() + ".tmp");
        Files.write(whole, addresses.stream().map(URI::toString).toList());
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Does what the lines of stdin say, until its end. */
    private static void obey(DevCluster cluster) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try {
                NodeOrder.parse(line).carryOut(cluster);
                System.out.println("done: " + line);
            } catch (IllegalArgumentException | IllegalStateException | ServerStartException e) {
                System.err.println(line + ": " + e.getMessage());
            }
        }
    }
}
