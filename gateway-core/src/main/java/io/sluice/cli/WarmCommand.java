package io.sluice.cli;

import io.sluice.failure.FileFailure;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code sluice warm}: lets a gateway serve a few requests in a separate JVM, which then writes its loaded classes to a cache: an AOT
 * cache on JDK 25 and newer, a CDS archive on older ones. {@code bin/sluice} uses the cache; a JVM that it does not fit ignores it.
 */
@Command(
        name = "warm",
        description = "Makes a cache for this JDK, so that the gateway starts faster.",
        mixinStandardHelpOptions = true)
final class WarmCommand implements Callable<Integer> {

    private static final int AOT_CACHE_IN_ONE_STEP = 25;
    private static final long EXIT_SECONDS = 180;

    @Option(
            names = "--cache",
            paramLabel = "FILE",
            defaultValue = "${sys:sluice.cache:-sluice.cache}",
            description = "where the cache is written; bin/sluice names the place that it looks at")
    private Path cache;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        prepareDirectory();
        Path work = Files.createTempDirectory("sluice-warm");
        Path made = work.resolve("cache");
        try (Rehearsal rehearsal = Rehearsal.prepare(work)) {
            Path log = work.resolve("log");
            Process gateway = new ProcessBuilder(command(made, rehearsal.config()))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            try {
                rehearsal.play(gateway);
            } finally {
                gateway.destroy();
            }
            if (!gateway.waitFor(EXIT_SECONDS, TimeUnit.SECONDS) || !Files.exists(made)) {
                gateway.destroyForcibly();
                throw new IOException("the JVM wrote no cache:\n" + Files.readString(log));
            }
            Files.move(made, cache, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            delete(work);
        }
        spec.commandLine().getOut().println(cache + ": written, " + Files.size(cache) / (1 << 20) + " MiB");
        return ExitCode.OK;
    }

    // Checked first, since the rest takes a minute.
    private void prepareDirectory() throws IOException {
        Path directory = Objects.requireNonNull(cache.toAbsolutePath().getParent(), "a file has a directory");
        String problem;
        try {
            Files.createDirectories(directory);
            problem = "user '" + System.getProperty("user.name") + "' may not write there";
        } catch (IOException e) {
            problem = FileFailure.describe(e);
        }
        if (!Files.isWritable(directory)) {
            throw new IOException("the cache cannot be written in " + directory + ": " + problem
                    + "; run this as a user who may, or name another directory in SLUICE_CACHE, for sluice run too");
        }
    }

    private static List<String> command(Path made, Path config) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!argument.startsWith("-XX:AOT") && !argument.startsWith("-XX:SharedArchiveFile")) {
                command.add(argument);
            }
        }
        boolean aot = Runtime.version().feature() >= AOT_CACHE_IN_ONE_STEP;
        command.add((aot ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + made);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Sluice.class.getName()));
        command.addAll(List.of("run", "--config", config.toString()));
        return command;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> entries = Files.walk(directory)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }
}
