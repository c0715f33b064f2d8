package io.sluice.bench.soak;

import io.sluice.bench.proxy.ProcStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a process holds at a moment, from {@code /proc}. */
record ProcessSample(long residentBytes, int descriptors, int threads) {
    private static final double MIB = 1024 * 1024;

    /** Of a process; empty if it has ended. */
    static Optional<ProcessSample> of(ProcessHandle process) {
        Path descriptors = Path.of("/proc", Long.toString(process.pid()), "fd");
        try (Stream<Path> open = Files.list(descriptors)) {
            ProcStat used = ProcStat.ofTree(process);
            return Optional.of(new ProcessSample(used.residentBytes(), (int) open.count(), used.threads()));
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.1f MiB resident, %d descriptors, %d threads",
                residentBytes / MIB,
                descriptors,
                threads);
    }
}
