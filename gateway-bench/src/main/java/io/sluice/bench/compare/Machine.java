package io.sluice.bench.compare;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * Where and when a study ran.
 *
 * @param loadBefore processes that wanted a core, mean of the minute before the study; negative where the system does not tell
 */
public record Machine(Instant began, int processors, String cpu, String jvm, double loadBefore) {
    private static final double BUSY = 0.5;

    /** This one, now: before a study begins. */
    public static Machine now() {
        return new Machine(
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                Runtime.getRuntime().availableProcessors(),
                model(),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /** Whether others used it when the study began, so that times are not its own. */
    public boolean busy() {
        return loadBefore > BUSY;
    }

    /** A line for people. */
    public String text() {
        String load = loadBefore < 0 ? "" : String.format(Locale.ROOT, ", load %.1f before the start", loadBefore);
        return began + ", " + processors + " cores of " + cpu + ", " + jvm + load;
    }

    /** A sentence where times cannot be trusted; empty elsewhere. */
    public String warning() {
        return busy()
                ? String.format(
                        Locale.ROOT,
                        "The machine was busy before the study began (load %.1f): times, rates and latencies may be others'."
                                + " Bytes and counts are not touched by that, CPU times less than others.",
                        loadBefore)
                : "";
    }

    /** Writes it as members of {@code into}. */
    public void write(ObjectNode into) {
        into.put("began", began.toString())
                .put("processors", processors)
                .put("cpu", cpu)
                .put("jvm", jvm)
                .put("load_before", loadBefore);
    }

    private static String model() {
        Path info = Path.of("/proc/cpuinfo");
        try {
            return Files.readAllLines(info).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException elsewhere) {
            return System.getProperty("os.arch");
        }
    }
}
