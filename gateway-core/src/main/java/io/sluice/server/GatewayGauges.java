package io.sluice.server;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import io.netty.util.internal.PlatformDependent;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.regroup.SpoolFiles;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.function.DoubleSupplier;

/** Meters of the process as a whole. */
final class GatewayGauges {
    private static final double NANOS_PER_SECOND = 1e9;

    private GatewayGauges() {}

    static void register(GatewayMetrics metrics, SpoolFiles spools) {
        metrics.gauge("sluice.bulk.spool.bytes", "bytes of bulks that are spooled", spools::bytes);
        metrics.gauge("sluice.bulk.spool.file.bytes", "of those, the ones in temporary files", spools::fileBytes);
        metrics.counter(
                "sluice.bulk.spool.failures",
                "bulks that ended because their temporary file could not be used",
                spools.failures()::count);
    }

    static void register(GatewayMetrics metrics, DoubleSupplier generation, DoubleSupplier held) {
        metrics.gauge("sluice.config.generation", "number of the configuration that new requests run on", generation);
        metrics.gauge("sluice.config.old.generations", "old configurations that requests still run on", held);
    }

    static void register(GatewayMetrics metrics, Admission admission, List<EventLoop> loops) {
        metrics.gauge("sluice.requests.active", "requests in flight", admission::requests);
        metrics.gauge("sluice.buffers.bytes", "bytes in buffers that are in use", admission::bytes);
        metrics.gauge(
                "sluice.buffers.limit.bytes", "bytes in buffers before new requests get 429", admission::maxBytes);
        metrics.gauge(
                "sluice.requests.unfinished.bytes",
                "bytes held of requests that are not complete",
                admission.unfinished()::bytes);
        metrics.gauge(
                "sluice.buffers.reserved.bytes",
                "direct memory taken from the system",
                PlatformDependent::usedDirectMemory);
        metrics.measureProcess();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (int i = 0; i < loops.size(); i++) {
            if (loops.get(i) instanceof SingleThreadEventExecutor executor) {
                String[] tags = {"loop", Integer.toString(i)};
                metrics.secondsCounter(
                        "sluice.event.loop.cpu",
                        "CPU time of the event loop; its rate is the busy share",
                        // -1 once the thread has ended, and a counter cannot be negative.
                        () -> Math.max(
                                        0,
                                        threads.getThreadCpuTime(
                                                executor.threadProperties().id()))
                                / NANOS_PER_SECOND,
                        tags);
                metrics.gauge(
                        "sluice.event.loop.tasks", "tasks that wait on the event loop", executor::pendingTasks, tags);
            }
        }
    }
}
