package io.sluice.bench.proxy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** CPU time and memory of a process and its children, from {@code /proc}. CPU is counted in ticks of 10 ms. */
public record ProcStat(double cpuSeconds, long residentBytes, int threads) {
    private static final double TICKS_PER_SECOND = 100;
    private static final int PAGE_BYTES = 4096;
    /** Fields after the command's name in {@code stat}: state is the first. */
    private static final int USER_TICKS = 11;

    private static final int SYSTEM_TICKS = 12;
    private static final int THREADS = 17;
    private static final int RESIDENT_PAGES = 21;

    /** Of the process and all its living descendants; processes that end meanwhile count nothing. */
    public static ProcStat ofTree(ProcessHandle root) {
        return Stream.concat(Stream.of(root), root.descendants())
                .map(process -> of(process.pid()))
                .reduce(new ProcStat(0, 0, 0), ProcStat::plus);
    }

    /** What was used since {@code earlier}, of CPU; memory and threads as they are. */
    public double cpuSince(ProcStat earlier) {
        return cpuSeconds - earlier.cpuSeconds;
    }

    static ProcStat parse(String stat) {
        List<String> fields =
                List.of(stat.substring(stat.lastIndexOf(')') + 2).strip().split(" "));
        long ticks = Long.parseLong(fields.get(USER_TICKS)) + Long.parseLong(fields.get(SYSTEM_TICKS));
        return new ProcStat(
                ticks / TICKS_PER_SECOND,
                Long.parseLong(fields.get(RESIDENT_PAGES)) * PAGE_BYTES,
                Integer.parseInt(fields.get(THREADS)));
    }

    private static ProcStat of(long pid) {
        try {
            return parse(Files.readString(Path.of("/proc/" + pid + "/stat")));
        } catch (IOException gone) {
            return new ProcStat(0, 0, 0);
        }
    }

    private ProcStat plus(ProcStat other) {
        return new ProcStat(
                cpuSeconds + other.cpuSeconds, residentBytes + other.residentBytes, threads + other.threads);
    }
}
