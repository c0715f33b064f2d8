package io.sluice.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A copy of the distribution, to be changed and run by one test. */
final class Distribution {

    /** Of JVMs that run for seconds: the optimizing compiler would take more than they gain by it. */
    static final String JAVA_OPTIONS = "-Xms32m -Xmx128m -XX:TieredStopAtLevel=1";

    private final Path home;
    private final boolean hasOwnCache;

    private Distribution(Path home, boolean hasOwnCache) {
        this.home = home;
        this.hasOwnCache = hasOwnCache;
    }

    /** Copies what the build made into a directory that does not exist yet. It starts with the cache of all tests. */
    static Distribution copyTo(Path home) throws IOException {
        return copyTo(home, false);
    }

    /** As {@link #copyTo(Path)}, but with no cache until {@code sluice warm} writes one in this copy. */
    static Distribution coldCopyTo(Path home) throws IOException {
        return copyTo(home, true);
    }

    private static Distribution copyTo(Path home, boolean hasOwnCache) throws IOException {
        Path built = Path.of(System.getProperty("sluice.distribution"));
        try (Stream<Path> entries = Files.walk(built)) {
            entries.forEach(
                    entry -> copy(entry, home.resolve(built.relativize(entry).toString())));
        }
        return new Distribution(home, hasOwnCache);
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path home() {
        return home;
    }

    /** Writes the configuration that {@code run} takes. */
    void configure(String yaml) throws IOException {
        Files.writeString(home.resolve("config/gateway.yml"), yaml);
    }

    /** Runs a command to its end. */
    Finished command(String... arguments) throws IOException, InterruptedException {
        return Finished.of(builder(arguments));
    }

    /** Starts {@code sluice run}. */
    RunningGateway start() throws IOException {
        return RunningGateway.start(builder("run"));
    }

    ProcessBuilder builder(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin/sluice").toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        Map<String, String> environment = builder.environment();
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("JAVA_OPTS", JAVA_OPTIONS);
        if (!hasOwnCache) {
            environment.put("SLUICE_CACHE", StartCache.directory().toString());
        }
        return builder;
    }
}
