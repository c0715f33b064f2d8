package io.sluice.bench.proxy;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Something that is measured: it listens, and it is a process whose CPU time can be read. Closing it stops what was started. */
public interface Subject extends AutoCloseable {
    /** The name in reports. */
    String name();

    /** Where requests are sent. */
    InetSocketAddress address();

    /** The process whose tree is measured. */
    ProcessHandle process();

    /** The recording of the JVM it is, null for another process or none. */
    default @Nullable JvmRecording recording() {
        return null;
    }

    @Override
    void close();
}
