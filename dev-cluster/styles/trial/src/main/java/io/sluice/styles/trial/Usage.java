package io.sluice.styles.trial;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * What this process has used since it began.
 *
 * @param allocated bytes of the heap, by all threads
 * @param sent bytes written to sockets and files, without headers of TCP; 0 where the system does not tell
 * @param received bytes read likewise
 * @param collections how often a collector ran
 */
record Usage(long nanos, long cpuNanos, long allocated, long sent, long received, long collections) {
    private static final Path IO = Path.of("/proc/self/io");

    static Usage now() throws IOException {
        long sent = 0;
        long received = 0;
        for (String line : io()) {
            long bytes = Long.parseLong(line.substring(line.indexOf(' ') + 1));
            sent = line.startsWith("wchar:") ? bytes : sent;
            received = line.startsWith("rchar:") ? bytes : received;
        }
        long collections = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
        return new Usage(
                System.nanoTime(),
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime(),
                ManagementFactory.getPlatformMXBean(ThreadMXBean.class).getTotalThreadAllocatedBytes(),
                sent,
                received,
                collections);
    }

    private static List<String> io() throws IOException {
        try {
            return Files.readAllLines(IO);
        } catch (NoSuchFileException notLinux) {
            return List.of();
        }
    }

    Usage since(Usage earlier) {
        return new Usage(
                nanos - earlier.nanos,
                cpuNanos - earlier.cpuNanos,
                allocated - earlier.allocated,
                sent - earlier.sent,
                received - earlier.received,
                collections - earlier.collections);
    }
}
