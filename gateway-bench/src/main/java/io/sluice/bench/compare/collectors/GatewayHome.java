package io.sluice.bench.compare.collectors;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A distribution that runs under one collector: a directory with links to the libraries of the real one, and the options of its JVM with
 * the collector changed. Its cache is its own, because a cache fits the collector that it was made with best.
 */
final class GatewayHome {
    private final Path home;
    private final Path javaHome;

    private GatewayHome(Path home, Path javaHome) {
        this.home = home;
        this.javaHome = javaHome;
    }

    /** Makes one in a directory that does not exist yet. */
    static GatewayHome make(Path distribution, Path home, Collector collector, Path javaHome) throws IOException {
        Path real = distribution.toRealPath();
        if (!Files.isExecutable(real.resolve("bin/sluice"))) {
            throw new IllegalArgumentException("no distribution in " + distribution);
        }
        Files.createDirectories(home.resolve("bin"));
        Files.createDirectories(home.resolve("config"));
        Files.copy(real.resolve("bin/sluice"), home.resolve("bin/sluice"));
        for (String linked : List.of("lib", "plugins", "repo")) {
            Files.createSymbolicLink(home.resolve(linked), real.resolve(linked));
        }
        try (Stream<Path> files = Files.list(real.resolve("config"))) {
            for (Path file : files.toList()) {
                Path copy = home.resolve("config").resolve(file.getFileName().toString());
                if (file.getFileName().toString().equals("jvm.options")) {
                    Files.writeString(copy, changed(Files.readString(file), collector));
                } else {
                    Files.copy(file, copy);
                }
            }
        }
        return new GatewayHome(home, javaHome);
    }

    /** The options with the collector's instead of those that choose and tune the distribution's. */
    static String changed(String options, Collector collector) {
        List<String> lines = new ArrayList<>(options.lines()
                .filter(line -> !line.matches("-XX:\\+Use\\w+GC|-XX:MaxGCPauseMillis=.*"))
                .toList());
        lines.addAll(collector.options());
        return String.join("\n", lines) + "\n";
    }

    /** Writes the cache that makes starts faster; blocks. */
    void warm() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command("", true, "warm"))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("sluice warm failed:\n" + said);
        }
    }

    /**
     * A command of this distribution.
     *
     * @param jvm options that win over the file's
     * @param cache false runs without the cache, whether there is one or not
     */
    List<String> command(String jvm, boolean cache, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "JAVA_HOME=" + javaHome,
                "JAVA_OPTS=" + jvm,
                "SLUICE_CACHE=" + home.resolve(cache ? "var/cache" : "var/none"),
                home.resolve("bin/sluice").toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    Path plugins() {
        return home.resolve("plugins");
    }

    /** All files that a start reads: libraries, the cache, and the JDK's own. */
    List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path root : List.of(
                home.resolve("lib").toRealPath(),
                home.resolve("var"),
                javaHome.resolve("lib").toRealPath())) {
            if (Files.isDirectory(root)) {
                try (Stream<Path> all = Files.walk(root)) {
                    all.filter(Files::isRegularFile).forEach(files::add);
                }
            }
        }
        return files;
    }
}
