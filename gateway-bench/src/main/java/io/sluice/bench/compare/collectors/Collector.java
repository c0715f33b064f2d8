package io.sluice.bench.compare.collectors;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A garbage collector. The first is what the distribution comes with. */
public enum Collector {
    G1("-XX:+UseG1GC", "-XX:MaxGCPauseMillis=20"),
    PARALLEL("-XX:+UseParallelGC"),
    SERIAL("-XX:+UseSerialGC"),
    ZGC("-XX:+UseZGC"),
    SHENANDOAH("-XX:+UseShenandoahGC");

    private static final String ALL = Stream.of(values()).map(Collector::label).collect(Collectors.joining(", "));

    private final String options;

    Collector(String... options) {
        this.options = String.join(" ", options);
    }

    /** The JVM's options: those of the distribution for what it comes with, nothing but the choice for the others. */
    List<String> options() {
        return List.of(options.split(" "));
    }

    /** As on the command line and in reports. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The one of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Collector parse(String label) {
        return Arrays.stream(values())
                .filter(one -> one.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected one of " + ALL + ", got '" + label + "'"));
    }

    /** Why the JDK does not have it, in the JDK's words; nothing if it has. */
    Optional<String> missing(Path javaHome) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        javaHome.resolve("bin/java").toString(), options().get(0), "-Xmx64m", "-version")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0
                ? Optional.empty()
                : Optional.of(said.lines().findFirst().orElse("the JVM does not start with it"));
    }
}
