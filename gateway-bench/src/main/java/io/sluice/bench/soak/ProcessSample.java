package io.sluice.bench.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a process holds at a moment, from {@code /proc}. */
record ProcessSample(long residentBytes, int descriptors, int threads) {
    private static final int KIB = 1024;

    /** Of a process; empty if it has ended. */
    static Optional<ProcessSample> of(ProcessHandle process) {
        Path directory = Path.of("/proc", Long.toString(process.pid()));
        try (Stream<Path> open = Files.list(directory.resolve("fd"))) {
            long resident = 0;
            int threads = 0;
            for (String line : Files.readAllLines(directory.resolve("status"))) {
                if (line.startsWith("VmRSS:")) {
                    resident = number(line) * KIB;
                } else if (line.startsWith("Threads:")) {
                    threads = (int) number(line);
                }
            }
            return Optional.of(new ProcessSample(resident, (int) open.count(), threads));
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    private static long number(String line) {
        return Long.parseLong(line.replaceAll("\\D+", ""));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.1f MiB resident, %d descriptors, %d threads",
                residentBytes / (double) (KIB * KIB),
                descriptors,
                threads);
    }
}
