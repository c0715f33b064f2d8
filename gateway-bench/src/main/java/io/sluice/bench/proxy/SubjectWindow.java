package io.sluice.bench.proxy;

import io.sluice.bench.load.result.LoadResult;
import java.time.Instant;

/**
 * One subject driven for one stretch of time.
 *
 * @param cpuSeconds of the subject's process tree
 * @param compilerSeconds of these what a JVM's compilers used, whose work ends some time
 * @param stubCpuSeconds of the stub, in the same time
 */
record SubjectWindow(
        Instant from,
        Instant to,
        double cpuSeconds,
        double compilerSeconds,
        double stubCpuSeconds,
        long residentBytes,
        LoadResult load) {
    /** The compilers' share of the CPU time. */
    double compilerShare() {
        return cpuSeconds > 0 ? compilerSeconds / cpuSeconds : 0;
    }

    /** CPU seconds a request. */
    double cpuPerRequest() {
        return cpuSeconds / load.recorder().requests();
    }

    /** CPU seconds a document; NaN where there are none. */
    double cpuPerDocument() {
        long documents = load.recorder().items().succeeded();
        return documents == 0 ? Double.NaN : cpuSeconds / documents;
    }

    double documentsPerSecond() {
        return load.recorder().items().succeeded() / load.seconds();
    }

    /** CPU seconds a megabyte of bodies, both ways. */
    double cpuPerMegabyte() {
        return cpuSeconds / ((load.recorder().bytesSent() + load.recorder().bytesReceived()) / 1e6);
    }

    /** Cores that the stub kept busy. */
    double stubCores() {
        return stubCpuSeconds / load.seconds();
    }

    /** Latency at a percentile, in seconds. */
    double latency(double percentile) {
        return load.recorder().latency().getValueAtPercentile(percentile) / 1e9;
    }
}
