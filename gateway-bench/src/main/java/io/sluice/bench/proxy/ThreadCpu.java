package io.sluice.bench.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * CPU time of a JVM's own threads, from {@code /proc}, in nanoseconds as the scheduler counts them. A collector's threads are known by
 * their names; what its barriers cost the application's threads is not among it, and Serial collects on the thread of the VM, which
 * does other things too.
 *
 * @param collector seconds of the garbage collector's threads and of the VM's
 * @param compiler seconds of the just-in-time compilers' threads
 */
public record ThreadCpu(double collector, double compiler) {
    private static final ThreadCpu NONE = new ThreadCpu(0, 0);

    /** Of a process and its threads that live; nothing where the system does not tell. */
    public static ThreadCpu of(long pid) {
        Path tasks = Path.of("/proc/" + pid + "/task");
        ThreadCpu sum = NONE;
        if (!Files.isDirectory(tasks)) {
            return sum;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                sum = sum.plus(ofThread(task));
            }
            return sum;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was used since {@code earlier}. */
    public ThreadCpu since(ThreadCpu earlier) {
        return new ThreadCpu(collector - earlier.collector, compiler - earlier.compiler);
    }

    private ThreadCpu plus(ThreadCpu other) {
        return new ThreadCpu(collector + other.collector, compiler + other.compiler);
    }

    private static ThreadCpu ofThread(Path task) {
        try {
            String name = Files.readString(task.resolve("comm")).strip();
            String schedstat = Files.readString(task.resolve("schedstat"));
            double seconds = Long.parseLong(schedstat.substring(0, schedstat.indexOf(' '))) / 1e9;
            if (isCollector(name)) {
                return new ThreadCpu(seconds, 0);
            }
            return isCompiler(name) ? new ThreadCpu(0, seconds) : NONE;
        } catch (IOException ended) {
            return NONE;
        }
    }

    /** Whether a thread of that name, cut at 15 characters by the system, collects garbage. */
    static boolean isCollector(String name) {
        return name.startsWith("GC Thread")
                || name.startsWith("G1 ")
                || name.matches("Z[A-Z].*")
                || name.toLowerCase(Locale.ROOT).startsWith("shen")
                || name.equals("VM Thread");
    }

    private static boolean isCompiler(String name) {
        return name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler");
    }
}
