package io.sluice.server;

import com.sun.management.UnixOperatingSystemMXBean;
import io.sluice.config.GatewayConfig;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** Whether clients alone can use up the files that a process may open: then nobody is let in, and the admin endpoint is silent. */
public final class Descriptors {

    private Descriptors() {}

    /** What is wrong in this process; null if nothing is, or the system does not say how many files may be open. */
    public static @Nullable String problem(GatewayConfig config) {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? problem(config, unix.getMaxFileDescriptorCount())
                : null;
    }

    static @Nullable String problem(GatewayConfig config, long most) {
        long connections = config.listeners().stream()
                .mapToLong(listener -> listener.limits().connections())
                .sum();
        return connections < most
                ? null
                : "clients may open " + connections
                        + " connections (limits.connections of all listeners), and this process " + most
                        + " files: raise that limit (ulimit -n, LimitNOFILE of a unit), or lower the other";
    }
}
