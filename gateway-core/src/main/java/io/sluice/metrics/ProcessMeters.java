package io.sluice.metrics;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The meters of the process and its virtual machine, under the names that Prometheus' own clients use. What this system does not
 * tell is left out.
 */
final class ProcessMeters {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    private ProcessMeters() {}

    static void register(GatewayMetrics metrics) {
        MeterRegistry registry = metrics.registry();
        new JvmGcMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        metrics.gauge(
                "sluice.build.info",
                "1; the version of the gateway and of its Java",
                () -> 1,
                "version",
                BuildVersion.number(),
                "java",
                Runtime.version().toString());
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            // The binder counts nanoseconds, and has no option for the base unit.
            registry.find("process.cpu.time").meters().stream()
                    .map(Meter::getId)
                    .toList()
                    .forEach(registry::remove);
            metrics.secondsCounter(
                    "process.cpu", "CPU time of the process", () -> system.getProcessCpuTime() / NANOS_PER_SECOND);
        }
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
            metrics.gauge("process.open.fds", "open file descriptors", unix::getOpenFileDescriptorCount);
            metrics.gauge("process.max.fds", "file descriptors that may be open", unix::getMaxFileDescriptorCount);
        }
        if (Files.isReadable(STATUS)) {
            metrics.gauge("process.resident.memory.bytes", "memory that the system holds", ProcessMeters::resident);
        }
    }

    private static double resident() {
        try {
            Matcher line = RESIDENT.matcher(Files.readString(STATUS));
            return line.find() ? Long.parseLong(line.group(1)) * 1024.0 : Double.NaN;
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
